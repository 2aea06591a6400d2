/** Embeds, simply. */

import { h } from "../base/dom.js";
import { shortMoment } from "../base/time.js";
import { renderMarkdown } from "../markdown/render.js";
import { picture } from "./pictures.js";

/** An embed as a card. */
export function renderEmbed(embed, context) {
  const markdown = (text) => h("div", { class: "markdown" }, renderMarkdown(text, context));
  const colour = typeof embed.color === "number" ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  const title =
    embed.title &&
    (embed.url
      ? h("a", { href: embed.url, target: "_blank", rel: "noopener noreferrer" }, embed.title)
      : embed.title);
  const foot = [embed.footer?.text, embed.timestamp && shortMoment(new Date(embed.timestamp))]
    .filter(Boolean)
    .join(" · ");
  return h(
    "div",
    { class: `embed${colour ? " accented" : ""}`, vars: colour ? { "--accent-colour": colour } : {} },
    embed.thumbnail ? picture(embed.thumbnail, { className: "c-thumbnail" }) : null,
    embed.author ? h("div", { class: "embed-author" }, embed.author.name) : null,
    title ? h("div", { class: "embed-title" }, title) : null,
    embed.description ? markdown(embed.description) : null,
    embed.fields?.length
      ? h(
          "dl",
          { class: "embed-fields" },
          embed.fields.map((field) => renderField(field, markdown)),
        )
      : null,
    embed.image ? picture(embed.image) : null,
    foot ? h("div", { class: "embed-foot" }, foot) : null,
  );
}

function renderField(field, markdown) {
  return h(
    "div",
    { class: field.inline ? "inline" : "" },
    h("dt", {}, field.name),
    h("dd", {}, markdown(field.value)),
  );
}
