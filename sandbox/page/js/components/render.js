/** Discord's components as elements, Components V2 and the rows of older messages alike. */

import { h } from "../base/dom.js";
import { renderMarkdown } from "../markdown/render.js";
import { gallery } from "../message/pictures.js";
import { button } from "./button.js";
import { channelSelect, select, userSelect } from "./select.js";

/** A message's components. */
export function renderComponents(components, context) {
  return components.map((component) => render(component, context));
}

const RENDERERS = {
  1: actionRow,
  2: button,
  3: select,
  5: userSelect,
  8: channelSelect,
  10: textDisplay,
  12: mediaGallery,
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

function textDisplay(component, context) {
  return h("div", { class: "c-text markdown" }, renderMarkdown(component.content, context));
}

function mediaGallery(component) {
  return gallery(
    component.items.map((item) => ({ ...item.media, description: item.description })),
  );
}

function container(component, context) {
  const accent = component.accent_color;
  return h(
    "div",
    {
      class: `c-container${accent === null || accent === undefined ? "" : " accented"}`,
      vars:
        typeof accent === "number" ? { "--accent-colour": `#${accent.toString(16).padStart(6, "0")}` } : {},
    },
    renderComponents(component.components, context),
  );
}
