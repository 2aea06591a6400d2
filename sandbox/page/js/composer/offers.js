/** What an option's field can offer without asking the bot. */

import { icon } from "../base/icons.js";
import { avatar } from "../frame/avatar.js";
import { TYPES } from "../world/commands.js";

const TEXT_CHANNEL = 0;
const PUBLIC_THREAD = 11;
const FORUM_CHANNEL = 15;

/** The closed list of entries `{value, label, detail, mark}` of an option, or null where one types freely. */
export function offersOf(option, world, channel) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  switch (option.type) {
    case TYPES.boolean:
      return [
        { label: "True", value: true },
        { label: "False", value: false },
      ];
    case TYPES.user:
      return people(world, channel);
    case TYPES.channel:
      return channels(world, channel, option.channel_types ?? []);
    case TYPES.role:
      return (world.servers.get(channel.server_id)?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }));
    default:
      return null;
  }
}

/** The entries that fit what was typed, those that begin with it first. */
export function narrow(entries, typed) {
  const query = typed.trim().replace(/^[@#]/, "").toLowerCase();
  const place = (entry) => entry.label.replace(/^[@#]/, "").toLowerCase().indexOf(query);
  return entries
    .filter((entry) => place(entry) >= 0)
    .sort((a, b) => Math.min(place(a), 1) - Math.min(place(b), 1));
}

/** Who can be named in a channel. */
export function people(world, channel) {
  return world
    .peopleIn(channel)
    .map((person) => ({ value: person.id, label: person.name, mark: () => avatar(person, 22) }));
}

/** The channels of the server that can be chosen; `types` as Discord numbers them, all if empty. */
export function channels(world, { server_id: serverId }, types) {
  const numbers = { text: TEXT_CHANNEL, forum: FORUM_CHANNEL, thread: PUBLIC_THREAD };
  return [...world.channels.values()]
    .filter((channel) => channel.server_id && channel.server_id === serverId && !channel.archived)
    .filter((channel) => types.length === 0 || types.includes(numbers[channel.type]))
    .map((channel) => ({
      value: channel.id,
      label: channel.name,
      mark: () => icon(channel.type === "thread" ? "thread" : "hash", 16),
    }));
}
