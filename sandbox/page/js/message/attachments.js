/** Files of a message: pictures as pictures, everything else as a card to download. */

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { ownAddress } from "../world/address.js";
import { gallery } from "./pictures.js";

/** All attachments of a message. */
export function renderAttachments(attachments) {
  const pictures = attachments.filter(isPicture);
  const others = attachments.filter((file) => !isPicture(file));
  return [
    pictures.length ? gallery(pictures) : null,
    ...others.map(fileCard),
  ];
}

/** A file to download. */
function fileCard({ url, filename, size }) {
  return h(
    "a",
    { class: "file-card", href: ownAddress(url), download: filename },
    icon("file", 26),
    h(
      "span",
      { class: "file-words" },
      h("span", { class: "file-name" }, filename),
      h("span", { class: "file-size" }, sizeInWords(size)),
    ),
    icon("download", 20),
  );
}

/** “12.3 kB”. */
export function sizeInWords(bytes) {
  if (!Number.isFinite(bytes)) return "";
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function isPicture(file) {
  return (file.content_type ?? "").startsWith("image/") && !file.content_type.includes("svg");
}
