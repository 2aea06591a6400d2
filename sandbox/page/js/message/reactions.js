/** Reactions below a message, and choosing one. */

import { h } from "../base/dom.js";
import { openPopover } from "../overlays/popover.js";
import { attempt } from "../overlays/toast.js";

const EMOJI = [
  "👍",
  "👎",
  "❤️",
  "😂",
  "🎉",
  "😮",
  "😢",
  "🤔",
  "👀",
  "🙏",
  "🔥",
  "✅",
  "❌",
  "🌹",
  "♟️",
  "⏳",
];

/** The reactions of a message, or null. */
export function reactions(message, context) {
  if (!message.reactions?.length) return null;
  const chips = message.reactions.map(({ emoji, count, mine }) => {
    const toggle = () =>
      attempt(context.session.ask(mine ? "unreact" : "react", { message_id: message.id, emoji }));
    return h(
      "button",
      {
        type: "button",
        class: "reaction",
        "aria-pressed": String(Boolean(mine)),
        "aria-label": `${emoji}, ${count}`,
        on: { click: toggle },
      },
      h("span", {}, emoji),
      h("span", { class: "reaction-count" }, count),
    );
  });
  return h("div", { class: "reactions" }, chips);
}

/** Lets the person choose an emoji. */
export function chooseEmoji(anchor, onChoice) {
  const choose = (emoji) => () => {
    close();
    onChoice(emoji);
  };
  const grid = h(
    "div",
    { class: "emoji-grid", role: "dialog", "aria-label": "Choose an emoji" },
    EMOJI.map((emoji) =>
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": emoji, on: { click: choose(emoji) } },
        emoji,
      ),
    ),
  );
  const close = openPopover(anchor, grid, { side: "above" });
  grid.querySelector("button").focus();
}
