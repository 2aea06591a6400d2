/** The button to the mailbox, with the number of unread mails; a second press leads back. */

import { icon } from "../base/icons.js";
import { mark } from "./people.js";

/** Keeps it true. Where the sandbox has no mail server there is no button. */
export function wireMailButton(app, button) {
  let before = null;
  const draw = () => {
    const unread = app.world.unreadMails();
    const label = `Mail${unread ? `, ${unread} unread` : ""}`;
    button.hidden = !app.world.mailbox;
    button.setAttribute("aria-label", label);
    button.setAttribute("aria-pressed", String(app.inMail));
    button.title = label;
    button.replaceChildren(icon("mail"), ...[mark(unread, false)].filter(Boolean));
  };
  button.addEventListener("click", () => {
    if (app.inMail && app.go(before)) return;
    before = app.channelId;
    app.goMail();
  });
  for (const topic of ["person", "place", "people", "unread"]) app.on(topic, draw);
  draw();
}
