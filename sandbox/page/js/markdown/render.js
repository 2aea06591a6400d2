/** Markdown trees as elements, and as plain text. */

import { clickable, h } from "../base/dom.js";
import { styled } from "../base/time.js";
import { readLink } from "../world/address.js";
import { parseInline } from "./inline.js";
import { parse } from "./parse.js";

/**
 * What a text may refer to: `world`, the message's `names` ({users, channels}), `go(channelId, messageId)`
 * and `useCommand(name)`.
 * @typedef {object} Context
 */

/** A text as a list of nodes. */
export function renderMarkdown(text, context) {
  return parse(text).map((node) => renderNode(node, context));
}

/** A text on one line without formatting, for excerpts and labels. */
export function plainText(text, context) {
  const lines = text.split("\n").map((line) => line.replace(/^\s*(?:#{1,3}|-#|>{1,3}|[-*]) +/, "").trim());
  return toPlain(parseInline(lines.join(" ")), context);
}

function renderNode(node, context) {
  const children = () => node.children.map((child) => renderNode(child, context));
  switch (node.type) {
    case "text":
      return node.text;
    case "break":
      return h("br");
    case "strong":
      return h("strong", {}, children());
    case "emphasis":
      return h("em", {}, children());
    case "underline":
      return h("u", {}, children());
    case "strike":
      return h("s", {}, children());
    case "subtext":
      return h("small", { class: "md-subtext" }, children());
    case "quote":
      return h("blockquote", {}, children());
    case "code":
      return h("code", {}, node.text);
    case "codeblock":
      return h("pre", { tabindex: "0", data: { language: node.language } }, h("code", {}, node.text));
    case "heading":
      return h(
        "div",
        { class: `md-heading md-heading-${node.level}`, role: "heading", "aria-level": node.level + 2 },
        children(),
      );
    case "list":
      return renderList(node, context);
    case "link":
      return renderLink(node, context);
    case "time":
      return renderTime(node);
    case "command":
      return clickable("mention", () => context.useCommand?.(node.name), `/${node.name}`);
    case "everyone":
      return h("span", { class: "mention mention-me" }, node.text);
    default:
      return renderReference(node, context);
  }
}

function renderList(node, context) {
  const items = node.items.map((item) =>
    h(
      "li",
      {},
      item.map((child) => renderNode(child, context)),
    ),
  );
  return node.ordered ? h("ol", { start: node.start }, items) : h("ul", {}, items);
}

function renderTime({ moment, style }) {
  const date = new Date(moment);
  return h(
    "time",
    {
      datetime: date.toISOString(),
      title: styled(date, "F"),
      data: style === "R" ? { relative: moment } : {},
    },
    styled(date, style),
  );
}

function renderLink(node, context) {
  const place = readLink(node.url);
  if (place && node.bare) return placeLink(place, context);
  const jump = (event) => {
    if (!place || !context.go?.(place.channelId, place.messageId)) return;
    event.preventDefault();
  };
  return h(
    "a",
    {
      href: node.url,
      target: "_blank",
      rel: "noopener noreferrer",
      title: node.bare ? null : node.url,
      on: { click: jump },
    },
    node.children.map((child) => renderNode(child, context)),
  );
}

/** A link to a channel or message, shown by the place's name. */
function placeLink({ channelId, messageId }, context) {
  const mention = channelMention(channelId, context);
  if (messageId) mention.append(" › message");
  mention.addEventListener("click", () => context.go?.(channelId, messageId));
  return mention;
}

function renderReference(node, context) {
  if (node.type === "channel") {
    const mention = channelMention(node.id, context);
    mention.addEventListener("click", () => context.go?.(node.id, null));
    return mention;
  }
  if (node.type === "user") {
    const mine = node.id === context.world.me?.id;
    return h("span", { class: `mention${mine ? " mention-me" : ""}` }, referenceText(node, context));
  }
  return h("span", { class: "mention" }, referenceText(node, context));
}

function channelMention(id, context) {
  const name = () => referenceText({ type: "channel", id }, context);
  const mention = h("button", { type: "button", class: "mention" }, name());
  const { world } = context;
  if (world.channels.has(id)) return mention;
  // A message may come before the thread that it leads to.
  const stop = world.on("places", () => {
    mention.textContent = name();
    if (!mention.isConnected || world.channels.has(id)) stop();
  });
  return mention;
}

function referenceText(node, { world, names }) {
  switch (node.type) {
    case "user":
      return `@${world.people.get(node.id)?.name ?? names?.users?.[node.id] ?? "unknown-user"}`;
    case "channel": {
      const channel = world.channels.get(node.id);
      return `#${channel?.name ?? names?.channels?.[node.id] ?? "unknown"}`;
    }
    default:
      return `:${node.name}:`;
  }
}

function toPlain(nodes, context) {
  return nodes
    .map((node) => {
      if (node.type === "break") return " ";
      if (node.type === "time") return styled(new Date(node.moment), node.style);
      if (node.type === "command") return `/${node.name}`;
      if (node.children) return toPlain(node.children, context);
      return node.text ?? referenceText(node, context);
    })
    .join("");
}
