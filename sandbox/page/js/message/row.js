/** One message. */

import { clickable, h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { shortMoment, styled } from "../base/time.js";
import { contextOf } from "../components/context.js";
import { renderComponents } from "../components/render.js";
import { avatar } from "../frame/avatar.js";
import { plainText, renderMarkdown } from "../markdown/render.js";
import { attempt } from "../overlays/toast.js";
import { messageActions } from "./actions.js";
import { renderAttachments } from "./attachments.js";

/** A message as an element; `compact` leaves the head out where the same author has just spoken. */
export function messageRow(app, message, { compact }) {
  const context = contextOf(app, message);
  const author = app.world.people.get(message.author_id);
  const sent = new Date(message.timestamp);
  if (message.kind === "thread_created") return systemRow(message, author, context);
  const classes = [
    "message",
    compact && "compact",
    message.pings && "pings",
    message.ephemeral && "ephemeral",
  ];
  const name = author?.name ?? app.world.nameOf(message.author_id);
  return h(
    "article",
    {
      class: classes.filter(Boolean).join(" "),
      tabindex: "-1",
      "aria-label": `${name}, ${shortMoment(sent)}`,
      data: { id: message.id },
    },
    origin(message, context),
    h(
      "div",
      { class: "message-side" },
      compact
        ? h("time", { class: "message-hour", datetime: message.timestamp }, styled(sent, "t"))
        : h("span", { class: "face" }, avatar(author, 40)),
    ),
    h(
      "div",
      { class: "message-main" },
      compact ? null : head(author, name, message, sent),
      body(message, context),
      failure(app, message),
      threadCard(app, message, context),
      message.ephemeral ? ephemeralNote(app, message) : null,
    ),
    messageActions(app, message),
  );
}

function head(author, name, message, sent) {
  return h(
    "header",
    { class: "message-head" },
    h(
      "span",
      { class: "author", vars: { "--hue": author?.hue ?? 0 }, data: { bot: String(Boolean(author?.bot)) } },
      name,
    ),
    author?.bot ? h("span", { class: "tag" }, "BOT") : null,
    h("time", { datetime: message.timestamp, title: styled(sent, "F") }, shortMoment(sent)),
  );
}

/** What a message answers to: another message, or a command. */
function origin(message, context) {
  if (message.command) {
    const { person_id: personId, name } = message.command;
    return h(
      "div",
      { class: "origin" },
      icon("slash", 14),
      h("span", { class: "origin-name" }, context.world.nameOf(personId)),
      " used ",
      clickable("mention", () => context.useCommand(name), `/${name}`),
    );
  }
  const reply = message.reply_to;
  if (!reply || message.kind === "thread_starter") return null;
  if (reply.excerpt === null)
    return h("div", { class: "origin" }, icon("reply", 14), h("em", {}, "The original message was deleted"));
  const jump = () => context.go(message.channel_id, reply.message_id);
  const words = plainText(reply.excerpt, context) || "Click to see the message";
  return h(
    "div",
    { class: "origin" },
    icon("reply", 14),
    h("span", { class: "origin-name" }, context.world.nameOf(reply.author_id)),
    clickable("origin-excerpt", jump, words),
  );
}

function body(message, context) {
  if (message.loading) {
    const dots = h("span", { class: "thinking-dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    return h(
      "div",
      { class: "thinking", role: "status" },
      dots,
      `${context.world.nameOf(message.author_id)} is thinking…`,
    );
  }
  if (message.kind === "thread_starter") return starter(message, context);
  const edited = message.edited
    ? h("span", { class: "edited", title: styled(new Date(message.edited), "F") }, "(edited)")
    : null;
  const components = renderComponents(message.components, context);
  if (message.v2) return h("div", { class: "c-layout" }, components, edited);
  return [
    message.content
      ? h("div", { class: "markdown content" }, renderMarkdown(message.content, context), edited && " ", edited)
      : null,
    renderAttachments(message.attachments),
    components.length ? h("div", { class: "c-layout" }, components) : null,
  ];
}

function starter(message, context) {
  const reply = message.reply_to;
  if (!reply?.excerpt)
    return h("div", { class: "content faint" }, "The message that this thread grew from is gone.");
  return h(
    "div",
    { class: "starter" },
    h("strong", {}, context.world.nameOf(reply.author_id)),
    " ",
    plainText(reply.excerpt, context),
  );
}

function failure(app, message) {
  const error = app.world.interactions.failureOn(message.id);
  return error ? h("div", { class: "failure", role: "alert" }, error) : null;
}

function ephemeralNote(app, message) {
  const dismiss = () => attempt(app.session.ask("dismiss", { message_id: message.id }));
  return h(
    "div",
    { class: "only-you" },
    icon("lock", 14),
    "Only you can see this · ",
    clickable("link", dismiss, "Dismiss message"),
  );
}

function threadCard(app, message, context) {
  const thread = message.thread_id && app.world.channels.get(message.thread_id);
  if (!thread) return null;
  const count = thread.message_count;
  return clickable("thread-card", () => context.go(thread.id, null), [
    icon("thread", 18),
    h("span", { class: "thread-name" }, thread.name),
    h("span", { class: "thread-count" }, `${count} ${count === 1 ? "message" : "messages"} ›`),
  ]);
}

function systemRow(message, author, context) {
  const thread =
    message.thread_id &&
    clickable("link", () => context.go(message.thread_id, null), message.content || "a thread");
  return h(
    "article",
    { class: "message system", tabindex: "-1", data: { id: message.id } },
    h("div", { class: "message-side" }, icon("thread", 18)),
    h(
      "div",
      { class: "message-main" },
      h("span", { class: "origin-name" }, author?.name ?? "Somebody"),
      " started a thread: ",
      thread || message.content,
      ". ",
      h("time", { datetime: message.timestamp }, shortMoment(new Date(message.timestamp))),
    ),
  );
}
