/** Who somebody is, and what one can do with them. */

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { avatar } from "../frame/avatar.js";
import { openPopover } from "./popover.js";
import { attempt } from "./toast.js";

/** Opens a person's card beside `anchor`. */
export function openProfile(app, personId, anchor) {
  const person = app.world.people.get(personId);
  if (!person) return;
  const isMe = personId === app.session.id;
  const act = (action) => () => {
    close({ refocus: false });
    action();
  };
  const message = h(
    "button",
    {
      type: "button",
      class: "button primary",
      on: { click: act(() => attempt(app.goDirectMessage(personId))) },
    },
    icon("chat", 18),
    "Message",
  );
  const become = h(
    "button",
    { type: "button", class: "button secondary", on: { click: act(() => app.actAs(personId)) } },
    `Act as ${person.name}`,
  );
  const card = h(
    "div",
    { class: "profile", role: "dialog", "aria-label": person.name, tabindex: "-1" },
    avatar(person, 56),
    h("div", { class: "profile-name" }, person.name, person.bot ? h("span", { class: "tag" }, "BOT") : null),
    h("div", { class: "profile-facts" }, facts(person, app)),
    isMe ? null : h("div", { class: "profile-actions" }, message, person.bot ? null : become),
  );
  const close = openPopover(anchor, card);
  (card.querySelector("button") ?? card).focus();
}

function facts(person, app) {
  if (person.bot)
    return app.world.bot.online ? "The bot that you are trying" : "The bot; it is offline just now";
  if (person.id === app.session.id) return "This is you, for now";
  return person.dms_closed ? "Takes no direct messages from the bot" : "A player of the sandbox";
}
