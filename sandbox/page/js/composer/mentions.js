/** Naming people and channels in a message: “@Bob” while writing, `<@2>` when it is sent. */

import { icon } from "../base/icons.js";
import { narrow, people } from "./offers.js";

const OPEN = /(?:^|\s)([@#])([\p{L}\p{N}_-]*)$/u;

/** What the text before the cursor begins to name: `{entries, from}`, or null. */
export function mentionAt(text, cursor, world, channel) {
  const found = OPEN.exec(text.slice(0, cursor));
  if (!found) return null;
  const [, sign, typed] = found;
  const all = sign === "@" ? people(world, channel) : channels(world, channel);
  const entries = narrow(all, typed).map((entry) => ({
    ...entry,
    label: `${sign}${entry.label.replace(/^[@#]/, "")}`,
  }));
  return { entries, from: cursor - typed.length - 1 };
}

/** The text as it is sent. Names that mean nobody stay as they are. */
export function withIds(text, world, channel) {
  const names = [
    ...people(world, channel).map((entry) => [`@${entry.label}`, `<@${entry.value}>`]),
    ...channels(world, channel).map((entry) => [`#${entry.label}`, `<#${entry.value}>`]),
  ].sort(([a], [b]) => b.length - a.length);
  return names.reduce((sent, [name, mention]) => replaceWhole(sent, name, mention), text);
}

function replaceWhole(text, name, mention) {
  const parts = text.split(name);
  return parts.reduce((sent, part) => {
    const begins = sent === "" || /\s$/.test(sent);
    const ends = part === "" || !/^[\p{L}\p{N}_-]/u.test(part);
    return sent + (begins && ends ? mention : name) + part;
  });
}

function channels(world, channel) {
  if (!channel.server_id) return [];
  return [...world.channels.values()]
    .filter((one) => one.server_id === channel.server_id)
    .map((one) => ({
      value: one.id,
      label: one.name,
      mark: () => icon(one.type === "thread" ? "thread" : "hash", 16),
    }));
}
