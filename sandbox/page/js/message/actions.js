/** What one can do with a message: the bar at its corner. */

import { clickable, h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { confirmDialog } from "../overlays/dialog.js";
import { attempt } from "../overlays/toast.js";

/** The bar, or null where nothing can be done. */
export function messageActions(app, message) {
  const { channel } = app;
  const buttons = [];
  const add = (name, label, action) =>
    buttons.push(
      clickable("quiet", action, icon(name, 18), { "aria-label": label, title: label, data: { action: name } }),
    );
  if (!message.ephemeral && !message.loading) {
    if (channel?.can_send) add("reply", "Reply", () => app.emit("reply", message));
    if (message.mine && !message.v2) add("edit", "Edit", () => app.emit("edit", message));
  }
  if (message.deletable) add("trash", "Delete", () => remove(app, message));
  return buttons.length
    ? h("div", { class: "message-actions", role: "toolbar", "aria-label": "Message actions" }, buttons)
    : null;
}

async function remove(app, message) {
  const sure = await confirmDialog({
    title: "Delete message",
    text: "Delete this message for everybody?",
    action: "Delete",
  });
  if (sure) await attempt(app.session.ask("delete", { message_id: message.id }));
}
