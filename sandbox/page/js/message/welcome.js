/** What stands at the beginning of a channel. */

import { clickable, h } from "../base/dom.js";
import { icon, PLACE_ICONS } from "../base/icons.js";
import { avatar } from "../frame/avatar.js";

/** The head of the open channel. */
export function welcome(app) {
  const { channel, world } = app;
  const other =
    channel.type === "dm" && world.people.get(channel.person_ids.find((id) => id !== app.session.id));
  const begin = (text) => () => app.emit("write", text);
  const hint = (text, label) => clickable("hint", begin(text), label);
  return h(
    "div",
    { class: "welcome" },
    other ? avatar(other, 64) : h("span", { class: "welcome-mark" }, icon(PLACE_ICONS[channel.type], 30)),
    h("h2", {}, channel.type === "text" ? `#${channel.name}` : channel.name),
    h("p", {}, words(channel, other)),
    channel.type === "dm" && !other?.bot
      ? null
      : h(
          "div",
          { class: "hints" },
          hint("/", "See what the bot can do"),
          ["text", "dm"].includes(channel.type) ? hint("/game new ", "Open a game") : null,
        ),
  );
}

function words(channel, other) {
  if (channel.type === "dm")
    return `Your direct messages with ${other?.name ?? channel.name}. Nobody else can see them.`;
  if (channel.type === "forum") return "A forum has no messages of its own: its posts stand below it in the list.";
  if (channel.type === "thread") return "This is the beginning of the thread.";
  return channel.topic || "This is the beginning of the channel.";
}
