/**
 * Discord's Markdown as a tree of plain objects: `{type, children}` and whatever else a type needs.
 * Blocks: quote, heading (level), subtext, list (ordered, start, items), codeblock (language, text).
 * Everything else is inline and comes from `inline.js`.
 */

import { parseInline } from "./inline.js";

const FENCE = /```(?:([\w+.#-]+)\n)?\n?([\s\S]*?)\n?```/y;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SUBTEXT = /^-# +(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const DEEPEST = 6;

/** Reads a whole text. */
export function parse(text) {
  return blocks(text.replace(/\r\n?/g, "\n"), 0);
}

function blocks(text, depth) {
  const nodes = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) nodes.push(...parseInline(plain.replace(/^\n|\n$/g, "")));
    plain = "";
  };
  while (at < text.length) {
    const block = blockAt(text, at, depth);
    if (block) {
      flush();
      nodes.push(block.node);
      at = block.end;
      continue;
    }
    const end = endOfPlainLine(text, at);
    plain += text.slice(at, end);
    at = end;
  }
  flush();
  return nodes;
}

/** The block that begins here: `{node, end}`, or null. */
function blockAt(text, at, depth) {
  const fence = fenceAt(text, at);
  if (fence) return fence;
  if (at > 0 && text[at - 1] !== "\n") return null;
  const end = endOfLine(text, at);
  const line = text.slice(at, end);
  const next = Math.min(end + 1, text.length);
  const heading = HEADING.exec(line);
  if (heading)
    return {
      node: { type: "heading", level: heading[1].length, children: parseInline(heading[2]) },
      end: next,
    };
  const subtext = SUBTEXT.exec(line);
  if (subtext) return { node: { type: "subtext", children: parseInline(subtext[1]) }, end: next };
  if (depth === 0 && line.startsWith(">>> ")) {
    return { node: { type: "quote", children: blocks(text.slice(at + 4), depth + 1) }, end: text.length };
  }
  if (depth === 0 && line.startsWith("> ")) return quoteAt(text, at, depth);
  if (depth < DEEPEST && ITEM.test(line)) return listAt(text, at);
  return null;
}

function fenceAt(text, at) {
  if (!text.startsWith("```", at) || (at > 0 && text[at - 1] === "\\")) return null;
  FENCE.lastIndex = at;
  const found = FENCE.exec(text);
  if (!found || !found[2].trim()) return null;
  const end = at + found[0].length;
  const node = { type: "codeblock", language: found[1] ?? "", text: found[2] };
  return { node, end: text[end] === "\n" ? end + 1 : end };
}

function quoteAt(text, at, depth) {
  const lines = [];
  let end = at;
  while (end < text.length && text.startsWith("> ", end)) {
    const stop = endOfLine(text, end);
    lines.push(text.slice(end + 2, stop));
    end = Math.min(stop + 1, text.length);
  }
  return { node: { type: "quote", children: blocks(lines.join("\n"), depth + 1) }, end };
}

/** Consecutive items; what is indented further than an item belongs below it. */
function listAt(text, at) {
  const items = [];
  let end = at;
  while (end < text.length) {
    const stop = endOfLine(text, end);
    const found = ITEM.exec(text.slice(end, stop));
    if (!found) break;
    const item = { indent: found[1].length, mark: found[2], text: found[3] };
    // A change from bullets to numbers begins another list.
    if (items.length && item.indent <= items[0].indent && isOrdered(item) !== isOrdered(items[0])) break;
    items.push(item);
    end = Math.min(stop + 1, text.length);
  }
  return { node: nest(items), end };
}

function isOrdered({ mark }) {
  return mark !== "-" && mark !== "*";
}

function nest(items) {
  const [first] = items;
  const ordered = isOrdered(first);
  const list = { type: "list", ordered, start: ordered ? Number.parseInt(first.mark, 10) : 1, items: [] };
  for (let index = 0; index < items.length;) {
    let next = index + 1;
    while (next < items.length && items[next].indent > items[index].indent) next += 1;
    const below = items.slice(index + 1, next);
    list.items.push([...parseInline(items[index].text), ...(below.length ? [nest(below)] : [])]);
    index = next;
  }
  return list;
}

/** The end of a line that begins no block, its newline included; code blocks may begin within it. */
function endOfPlainLine(text, at) {
  const end = Math.min(endOfLine(text, at) + 1, text.length);
  for (
    let fence = text.indexOf("```", at + 1);
    fence >= 0 && fence < end;
    fence = text.indexOf("```", fence + 1)
  ) {
    if (fenceAt(text, fence)) return fence;
  }
  return end;
}

function endOfLine(text, at) {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}
