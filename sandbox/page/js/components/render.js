/** Discord's components as elements, Components V2 and the rows of older messages alike. */

import { h } from "../base/dom.js";
import { renderMarkdown, spoiler } from "../markdown/render.js";
import { fileCard } from "../message/attachments.js";
import { gallery, picture } from "../message/pictures.js";
import { button } from "./button.js";
import { select } from "./select.js";

/** A message's components. */
export function renderComponents(components, context) {
  return components.map((component) => render(component, context));
}

const RENDERERS = {
  1: actionRow,
  2: button,
  3: select,
  5: select,
  6: select,
  7: select,
  8: select,
  9: section,
  10: textDisplay,
  11: thumbnail,
  12: mediaGallery,
  13: file,
  14: separator,
  17: container,
};

function render(component, context) {
  const renderer = RENDERERS[component.type];
  return renderer
    ? renderer(component, context)
    : h(
        "div",
        { class: "c-unknown" },
        `A component of type ${component.type}, which this page does not know`,
      );
}

function actionRow(component, context) {
  return h("div", { class: "c-row" }, renderComponents(component.components, context));
}

function section(component, context) {
  return h(
    "div",
    { class: "c-section" },
    h("div", { class: "c-section-text" }, renderComponents(component.components, context)),
    h("div", { class: "c-accessory" }, render(component.accessory, context)),
  );
}

/** Text; also in modals. */
export function textDisplay(component, context) {
  return h("div", { class: "c-text markdown" }, renderMarkdown(component.content, context));
}

function thumbnail(component) {
  const shown = picture(
    { ...component.media, description: component.description },
    { className: "c-thumbnail" },
  );
  return component.spoiler ? spoiler(shown) : shown;
}

function mediaGallery(component) {
  return gallery(
    component.items.map((item) => ({ ...item.media, description: item.description, spoiler: item.spoiler })),
  );
}

function file(component) {
  const card = fileCard({ url: component.file.url, filename: component.name, size: component.size });
  return component.spoiler ? spoiler(card) : card;
}

function separator(component) {
  const classes = `c-separator${component.spacing === 2 ? " large" : ""}${component.divider === false ? " bare" : ""}`;
  return h("div", { class: classes, role: component.divider === false ? null : "separator" });
}

function container(component, context) {
  const accent = component.accent_color;
  const box = h(
    "div",
    {
      class: `c-container${accent === null || accent === undefined ? "" : " accented"}`,
      vars:
        typeof accent === "number" ? { "--accent-colour": `#${accent.toString(16).padStart(6, "0")}` } : {},
    },
    renderComponents(component.components, context),
  );
  return component.spoiler ? spoiler(box) : box;
}
