/** The bot's slash commands as a person types them: flat, searchable, and read from a line of text. */

export const TYPES = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  number: 10,
  file: 11,
};

/** Every command that can be sent, subcommands one by one: `{command, path, name, description, options}`. */
export function flatten(commands) {
  return commands
    .flatMap((command) => leaves(command, command, []))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

function leaves(command, node, path) {
  const options = node.options ?? [];
  const parts = options.filter((option) => option.type === TYPES.subcommand || option.type === TYPES.group);
  if (parts.length) return parts.flatMap((part) => leaves(command, part, [...path, part.name]));
  const ordered = [...options].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  const name = [command.name, ...path].join(" ");
  return [{ command, path, name, description: node.description, options: ordered }];
}

/** The commands that fit what was typed after the slash: those that begin with it, then those that contain it. */
export function search(all, typed) {
  const query = typed.trim().toLowerCase();
  const begins = all.filter((leaf) => leaf.name.startsWith(query) || lastPart(leaf).startsWith(query));
  const contains = all.filter((leaf) => !begins.includes(leaf) && leaf.name.includes(query));
  return [...begins, ...contains];
}

function lastPart(leaf) {
  return leaf.path.at(-1) ?? leaf.command.name;
}

/**
 * Reads “/roses drop cell:d3 game:K7QX”: `{leaf, texts}`, or null unless a whole command's name followed by a
 * space or the end of the line stands there. What carries no name goes to the first option.
 */
export function read(all, line) {
  if (!line.startsWith("/")) return null;
  const text = line.slice(1);
  const fits = all.filter((leaf) => text === leaf.name || text.startsWith(`${leaf.name} `));
  if (!fits.length) return null;
  const leaf = fits.reduce((longest, other) => (other.name.length > longest.name.length ? other : longest));
  return { leaf, texts: readOptions(leaf.options, text.slice(leaf.name.length).trim()) };
}

/** The texts of the options in “cell:d3 game:K7QX”. */
function readOptions(options, text) {
  const { loose, texts } = splitOptions(options, text);
  const first = options.find((option) => !texts.has(option.name));
  if (loose && first) texts.set(first.name, loose);
  return texts;
}

/** Splits a text by the names of the options: `{loose, texts}`, where `loose` stands before the first name. */
export function splitOptions(options, text) {
  const marks = [];
  for (const { name } of options) {
    const found = text.match(new RegExp(`(?:^|\\s)${escapeRegExp(name)}:`, "u"));
    if (found) marks.push({ name, from: found.index, to: found.index + found[0].length });
  }
  marks.sort((a, b) => a.from - b.from);
  const texts = new Map(
    marks.map((mark, index) => [mark.name, text.slice(mark.to, marks[index + 1]?.from).trim()]),
  );
  return { loose: text.slice(0, marks[0]?.from ?? text.length).trim(), texts };
}

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
