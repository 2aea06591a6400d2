/** Faces: initials on a colour of one's own; the bot has the post. */

import { h } from "../base/dom.js";

/** A person's face, `size` pixels wide; decoration only, for the name stands beside it. */
export function avatar(person, size = 40) {
  if (person?.bot) {
    return h("img", {
      class: "avatar avatar-bot",
      src: "mark.svg",
      alt: "",
      width: size,
      height: size,
      vars: { "--size": `${size}px` },
    });
  }
  return h(
    "span",
    { class: "avatar", "aria-hidden": "true", vars: { "--hue": person?.hue ?? 0, "--size": `${size}px` } },
    person?.initials ?? "?",
  );
}
