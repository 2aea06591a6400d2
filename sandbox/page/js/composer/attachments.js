/** Files that go with the next message. */

import { clickable, h, refill } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { sizeInWords } from "../message/attachments.js";
import { upload } from "../net/files.js";
import { toast } from "../overlays/toast.js";

export class AttachmentTray {
  #files = [];
  #urls = [];

  constructor() {
    this.element = h("div", { class: "tray", hidden: true });
  }

  get count() {
    return this.#files.length;
  }

  /** Adds files, within the limits of the sandbox. */
  add(files, limits) {
    for (const file of files) {
      if (file.size > limits.file) toast(`${file.name} is larger than ${sizeInWords(limits.file)}.`);
      else if (this.#files.length >= limits.files) toast(`A message has at most ${limits.files} files.`);
      else this.#files.push(file);
    }
    this.#draw();
  }

  clear() {
    this.#files = [];
    this.#draw();
  }

  /** Hands all files over; resolves with their ids. */
  upload(personId) {
    return Promise.all(this.#files.map((file) => upload(personId, file)));
  }

  #draw() {
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url);
    refill(
      this.element,
      this.#files.map((file) => this.#chip(file)),
    );
    this.element.hidden = this.#files.length === 0;
  }

  #chip(file) {
    const remove = () => {
      this.#files = this.#files.filter((other) => other !== file);
      this.#draw();
    };
    return h(
      "span",
      { class: "tray-chip" },
      file.type.startsWith("image/") ? h("img", { src: this.#preview(file), alt: "" }) : icon("file", 24),
      h("span", { class: "tray-name" }, file.name),
      clickable("quiet", remove, icon("close", 16), { "aria-label": `Remove ${file.name}` }),
    );
  }

  #preview(file) {
    const url = URL.createObjectURL(file);
    this.#urls.push(url);
    return url;
  }
}
