/** Commands that still wait, or that the bot never answered: lines that only this page knows. */

import { clickable, h } from "../base/dom.js";
import { avatar } from "../frame/avatar.js";

/** A line for a command without an answer. */
export function noticeRow(app, interaction) {
  const { world } = app;
  const bot = world.people.get(world.bot.person_id);
  const failed = interaction.state === "failed";
  const dismiss = () => world.interactions.dismiss(interaction.id);
  const name = commandName(interaction);
  return h(
    "article",
    { class: `message notice${failed ? " failed" : ""}`, data: { interaction: interaction.id } },
    h("div", { class: "message-side" }, h("span", { class: "face" }, avatar(bot, 40))),
    h(
      "div",
      { class: "message-main" },
      h(
        "header",
        { class: "message-head" },
        h("span", { class: "author" }, bot?.name ?? "The bot"),
        h("span", { class: "tag" }, "BOT"),
      ),
      h(
        "div",
        { class: failed ? "failure" : "thinking", role: failed ? "alert" : "status" },
        failed ? interaction.error : `Sending /${name}…`,
      ),
      failed
        ? h(
            "div",
            { class: "only-you" },
            `You used /${name} · `,
            clickable("link", dismiss, "Dismiss"),
          )
        : null,
    ),
  );
}

function commandName({ command }) {
  return typeof command === "string" ? command : (command?.name ?? "command");
}
