/**
 * The inline part of Discord's Markdown. Types: text, break, strong, emphasis, underline, strike, code, link (url),
 * user, channel (id), everyone (text), time (moment in ms, style), command (name), emoji (name).
 */

const DEEPEST = 12;
const ESCAPABLE = /[\\`*_{}[\]()#+\-.!|~<>:@/"',;?=&^$%]/;

/** Pairs of marks, the longer before the shorter. */
const SPANS = [
  ["**", "strong"],
  ["__", "underline"],
  ["~~", "strike"],
  ["*", "emphasis"],
  ["_", "emphasis"],
];

const URL_END = /[.,:;"'\]!?)]$/;
const BARE_URL = /https?:\/\/[^\s<>]+[^\s<>]/y;
const MASKED =
  /\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?: +"[^"\n]*")?\)/y;

/** What stands in angle brackets: pattern, and the node that it makes. */
const ANGLES = [
  [/<@!?(\d{1,20})>/y, ([, id]) => ({ type: "user", id })],
  [/<#(\d{1,20})>/y, ([, id]) => ({ type: "channel", id })],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, ([, seconds, style]) => timeNode(Number(seconds), style ?? "f")],
  [/<\/([-\w]{1,32}(?: [-\w]{1,32}){0,2}):\d{1,20}>/y, ([, name]) => ({ type: "command", name })],
  [/<a?:(\w{2,32}):\d{1,20}>/y, ([, name]) => ({ type: "emoji", name })],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, url]) => linkNode(url)],
];

/** Reads a text without blocks. */
export function parseInline(text, depth = 0, inLink = false) {
  const nodes = [];
  const addText = (part) => {
    const last = nodes.at(-1);
    if (last?.type === "text") last.text += part;
    else nodes.push({ type: "text", text: part });
  };
  for (let at = 0; at < text.length;) {
    const found = depth < DEEPEST ? nodeAt(text, at, depth, inLink) : null;
    if (found) {
      if (found.node.type === "text") addText(found.node.text);
      else nodes.push(found.node);
      at = found.end;
    } else {
      addText(text[at]);
      at += 1;
    }
  }
  return nodes;
}

/** The node that begins here: `{node, end}`, or null. */
function nodeAt(text, at, depth, inLink) {
  const char = text[at];
  if (char === "\n") return { node: { type: "break" }, end: at + 1 };
  if (char === "\\" && ESCAPABLE.test(text[at + 1] ?? "")) {
    return { node: { type: "text", text: text[at + 1] }, end: at + 2 };
  }
  if (char === "`") return codeAt(text, at);
  if (char === "<") return angleAt(text, at, inLink);
  if (char === "[" && !inLink) {
    return matched(MASKED, text, at, ([, label, url]) => linkNode(url, parseInline(label, depth + 1, true)));
  }
  if (char === "h" && !inLink) return bareUrlAt(text, at);
  if (char === "@")
    return matched(/@(?:everyone|here)(?!\w)/y, text, at, ([word]) => ({ type: "everyone", text: word }));
  return spanAt(text, at, depth, inLink);
}

function matched(pattern, text, at, make) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const node = found && make(found);
  return node ? { node, end: at + found[0].length } : null;
}

/** Code ends at the next run of as many backticks; where there is none, the backticks are text. */
function codeAt(text, at) {
  const run = runLength(text, at, "`");
  const begin = at + run;
  for (let index = text.indexOf("`", begin); index >= 0;) {
    const other = runLength(text, index, "`");
    if (other === run)
      return { node: { type: "code", text: trimOnce(text.slice(begin, index)) }, end: index + run };
    index = text.indexOf("`", index + other);
  }
  return { node: { type: "text", text: text.slice(at, begin) }, end: begin };
}

function angleAt(text, at, inLink) {
  for (const [pattern, make] of ANGLES) {
    const found = matched(pattern, text, at, make);
    if (found && !(inLink && found.node.type === "link")) return found;
  }
  return null;
}

/** A bare address; punctuation at its end belongs to the sentence, a bracket that it opened itself does not. */
function bareUrlAt(text, at) {
  if (at > 0 && /\w/.test(text[at - 1])) return null;
  BARE_URL.lastIndex = at;
  const found = BARE_URL.exec(text);
  if (!found) return null;
  let [url] = found;
  while (URL_END.test(url) && !(url.endsWith(")") && isBalanced(url))) url = url.slice(0, -1);
  const node = linkNode(url);
  return node ? { node, end: at + url.length } : null;
}

function isBalanced(url) {
  return url.split("(").length === url.split(")").length;
}

function spanAt(text, at, depth, inLink) {
  for (const [mark, type] of SPANS) {
    if (!text.startsWith(mark, at)) continue;
    const close = closing(text, at, mark);
    if (close < 0) continue;
    const children = parseInline(text.slice(at + mark.length, close), depth + 1, inLink);
    return { node: { type, children }, end: close + mark.length };
  }
  return null;
}

/** Where a span that begins here ends, or -1. Escaped marks and marks in code do not count. */
function closing(text, at, mark) {
  const [char] = mark;
  const begin = at + mark.length;
  const single = mark.length === 1;
  if (single && (/\s/.test(text[begin] ?? " ") || (char === "_" && /\w/.test(text[at - 1] ?? "")))) return -1;
  for (let index = begin; index < text.length; index += 1) {
    if (text[index] === "\\") {
      index += 1;
    } else if (text[index] === "`") {
      index = codeAt(text, index).end - 1;
    } else if (text[index] === char) {
      const run = runLength(text, index, char);
      if (fits(text, index, run, mark, begin)) return single ? index : index + run - 2;
      index += run - 1;
    }
  }
  return -1;
}

/** Whether a run of marks closes: a double one needs two or more of them, a single one an odd number. */
function fits(text, index, run, mark, begin) {
  if (index === begin) return false;
  if (mark.length === 2) return run >= 2;
  if (run % 2 === 0 || /\s/.test(text[index - 1])) return false;
  return mark !== "_" || !/\w/.test(text[index + run] ?? "");
}

function runLength(text, at, char) {
  let length = 1;
  while (text[at + length] === char) length += 1;
  return length;
}

/** One space at either side lets code begin or end with a backtick. */
function trimOnce(code) {
  return code.replace(/^ (?=`)|(?<=`) $/g, "");
}

function linkNode(url, children = null) {
  if (!URL.canParse(url)) return null;
  return { type: "link", url, children: children ?? [{ type: "text", text: url }], bare: children === null };
}

function timeNode(seconds, style) {
  const moment = seconds * 1000;
  return Number.isNaN(new Date(moment).getTime()) ? null : { type: "time", moment, style };
}
