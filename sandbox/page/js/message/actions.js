/** What one can do with a message: the bar at its corner. */

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { confirmDialog, promptDialog } from "../overlays/dialog.js";
import { attempt, toast } from "../overlays/toast.js";
import { chooseEmoji } from "./reactions.js";

const THREAD_NAME_LIMIT = 100;

/** The bar, or null where nothing can be done. */
export function messageActions(app, message) {
  const { session, channel } = app;
  const buttons = [];
  const add = (name, label, action) =>
    buttons.push(
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": label,
          title: label,
          data: { action: name },
          on: { click: action },
        },
        icon(name, 18),
      ),
    );
  if (!message.ephemeral && !message.loading) {
    add("smile", "React", ({ currentTarget }) =>
      chooseEmoji(currentTarget, (emoji) => attempt(session.ask("react", { message_id: message.id, emoji }))),
    );
    if (channel?.can_send) add("reply", "Reply", () => app.emit("reply", message));
    if (channel?.type === "text" && !message.thread_id)
      add("thread", "Create thread", () => createThread(app, message));
    if (message.mine && !message.v2) add("edit", "Edit", () => app.emit("edit", message));
  }
  if (message.content && !message.v2) add("file", "Copy text", () => copy(message.content));
  if (message.deletable) add("trash", "Delete", () => remove(app, message));
  return buttons.length
    ? h("div", { class: "message-actions", role: "toolbar", "aria-label": "Message actions" }, buttons)
    : null;
}

async function copy(text) {
  await navigator.clipboard.writeText(text);
  toast("Copied.");
}

async function remove(app, message) {
  const sure = await confirmDialog({
    title: "Delete message",
    text: "Delete this message for everybody?",
    action: "Delete",
  });
  if (sure) await attempt(app.session.ask("delete", { message_id: message.id }));
}

async function createThread(app, message) {
  const name = await promptDialog({
    title: "Create thread",
    label: "Name of the thread",
    action: "Create thread",
    maxLength: THREAD_NAME_LIMIT,
  });
  if (name)
    await attempt(
      app.session.ask("create_thread", { channel_id: message.channel_id, name, message_id: message.id }),
    );
}
