/** Pictures: sized before they load, with their alt text for everybody, and large on a click. */

import { clickable, h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { openDialog } from "../overlays/dialog.js";
import { openPopover } from "../overlays/popover.js";
import { ownAddress } from "../world/address.js";

/** Several pictures side by side: `[{url, width, height, description}]`. */
export function gallery(pictures) {
  return h("div", { class: "gallery", data: { count: Math.min(pictures.length, 5) } }, pictures.map(picture));
}

/** One picture with its ALT badge. */
function picture({ url: address, width, height, description }) {
  const url = ownAddress(address);
  const alt = description ?? "";
  const image = h("img", {
    src: url,
    alt,
    title: alt || null,
    width,
    height,
    loading: "lazy",
    decoding: "async",
  });
  const open = clickable("picture-open", () => enlarge(url, alt), image, {
    "aria-label": alt ? `Enlarge the picture: ${alt}` : "Enlarge the picture",
  });
  return h(
    "figure",
    {
      class: "picture",
      vars: width && height ? { "--aspect": String(width / height), "--width": `${width}px` } : {},
    },
    open,
    alt ? altBadge(alt) : null,
  );
}

function altBadge(alt) {
  const describe = () => {
    const text = h(
      "div",
      { class: "alt-text", role: "dialog", "aria-label": "Description of the picture", tabindex: "-1" },
      h("h3", {}, "Description"),
      h("p", {}, alt),
    );
    openPopover(badge, text, { side: "above" });
    text.focus();
  };
  const badge = clickable("alt-badge", describe, "ALT", { "aria-label": "Show the description of the picture" });
  return badge;
}

function enlarge(url, alt) {
  const body = h(
    "div",
    { class: "lightbox-body" },
    h("img", { src: url, alt }),
    alt ? h("p", { class: "lightbox-alt" }, alt) : null,
    h(
      "a",
      { class: "lightbox-open", href: url, target: "_blank", rel: "noopener" },
      icon("open", 16),
      "Open the original",
    ),
  );
  openDialog({ title: "Picture", body, className: "lightbox" });
}
