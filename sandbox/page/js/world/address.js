/** What the page's own address says: who acts (`?as=ann`), and where (`#/channel/message`). */

/** The place that is no channel: the mailbox. */
export const MAIL = "mail";

/** The person named in the address by name or id, or null. */
export function personIn(people) {
  const wanted = new URLSearchParams(location.search).get("as")?.toLowerCase();
  return people.find((person) => person.id === wanted || person.name.toLowerCase() === wanted) ?? null;
}

/** `{channelId, messageId}`; either may be null. In the mailbox the latter is a mail. */
export function placeInAddress() {
  const [, channelId = null, messageId = null] = location.hash.split("/");
  return { channelId, messageId };
}

/** The address at which a person acts in a channel. */
export function addressOf(person, channelId) {
  return `?as=${encodeURIComponent(person.name.toLowerCase())}${channelId ? `#/${channelId}` : ""}`;
}

/** The address of a file of the sandbox under the name by which this page was opened; others as they are. */
export function ownAddress(url) {
  const address = new URL(url, document.baseURI);
  const ours = ["127.0.0.1", "localhost"].includes(address.hostname) && address.port === location.port;
  return ours ? address.pathname : url;
}

const MESSAGE_LINK =
  /^https?:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** Where a link to a channel or message of Discord leads in here, or null if it is another link. */
export function readLink(url) {
  const found = MESSAGE_LINK.exec(url);
  return found ? { channelId: found[1], messageId: found[2] ?? null } : null;
}
