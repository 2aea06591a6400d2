/** A mail that is open. Its HTML stands in a frame in which nothing runs and nothing is fetched from elsewhere. */

import { clickable, h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { styled } from "../base/time.js";

/** The open mail; `actions`: `back()`, `reply()`, and `link(address)` for links in it. */
export function reader(mail, personId, actions) {
  const plain = h("pre", { class: "mail-text", tabindex: "0", "aria-label": "Text of the mail" }, mail.text);
  const frame = mail.html ? htmlFrame(mail, personId, actions.link) : null;
  return h(
    "article",
    { class: "mail-reader", "aria-label": mail.subject || "Mail" },
    head(mail, actions, frame && [frame, plain]),
    frame,
    plain,
    mail.attachments.map(({ name, text }) =>
      h("details", { class: "mail-attachment" }, h("summary", {}, name), h("pre", { class: "mail-text" }, text)),
    ),
  );
}

/** “Ann” of “Ann <ann@example.org>”. */
export function nameOf(address) {
  return address.replace(/\s*<[^>]*>$/, "").replace(/^"(.*)"$/, "$1") || address;
}

function head(mail, { back, reply }, bodies) {
  const line = (label, value) => [h("dt", {}, label), h("dd", {}, value)];
  return h(
    "header",
    { class: "mail-head" },
    clickable("quiet round mail-back", back, icon("back"), { "aria-label": "All mails" }),
    h("h2", {}, mail.subject || "(no subject)"),
    h(
      "div",
      { class: "mail-tools" },
      bodies ? bodySwitch(bodies) : null,
      mail.state === "received" ? clickable("button primary small", reply, "Reply") : null,
    ),
    h(
      "dl",
      {},
      line("From", mail.from),
      line("To", mail.to),
      line("Date", styled(new Date(mail.timestamp), "f")),
    ),
  );
}

/** Shows the HTML at first, the plain words when asked. */
function bodySwitch([frame, plain]) {
  const button = h("button", { type: "button", class: "button secondary small" });
  const show = (html) => {
    frame.hidden = !html;
    plain.hidden = html;
    button.textContent = html ? "Plain text" : "HTML";
  };
  button.addEventListener("click", () => show(frame.hidden));
  show(true);
  return button;
}

/** `allow-same-origin` lets this page see which link was clicked; without `allow-scripts` nothing in there runs. */
function htmlFrame(mail, personId, follow) {
  const frame = h("iframe", {
    class: "mail-html",
    title: "The mail",
    sandbox: "allow-same-origin",
    src: `/api/mails/${mail.id}?as=${encodeURIComponent(personId)}`,
  });
  frame.addEventListener("load", () => {
    const inside = frame.contentDocument;
    if (!inside?.body) return;
    const fit = () => {
      frame.style.height = `${inside.documentElement.scrollHeight}px`;
    };
    fit();
    new ResizeObserver(fit).observe(inside.body);
    inside.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link) return;
      event.preventDefault();
      follow(link.href);
    });
  });
  return frame;
}
