/** What the page is, in a few words. */

import { h } from "../base/dom.js";
import { openDialog } from "./dialog.js";

const PARAGRAPHS = [
  "This is a small stand-in for Discord that runs on this machine alone. The Turnpost bot is connected to it just as it would be to Discord, so that you can try and test it without an account or a token. Nothing here leaves this machine, and it is not affiliated with Discord.",
  "You are all the players. Choose at the top as whom you act; for two players side by side, open each in a tab of its own (middle click on a name, or ?as=bob in the address).",
  "Type / to see what the bot can do. To play: /game new in #games as Ann, then press Join as Bob. The board appears in a thread below the channel.",
  "The envelope opens the mailbox of whoever acts: games can be played by mail as well, at the same tables. To be written to there, type /mail link with the address that the mailbox shows.",
  "The flask opens the faults: slow or failing answers, a lost connection, closed direct messages. With them you can see how the bot gets along when things go wrong.",
];

const KEYS = [
  ["/", "commands of the bot"],
  ["Enter", "send; take what the list proposes"],
  ["Shift + Enter", "a new line"],
  ["↑", "in an empty field: correct your last message"],
  ["Escape", "close a list, leave a command or reply"],
];

/** Opens the explanation. */
export function openAbout() {
  const body = h(
    "div",
    { class: "dialog-body about" },
    PARAGRAPHS.map((text) => h("p", {}, text)),
    h("h3", {}, "Keys"),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, meaning]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)]),
    ),
  );
  openDialog({ title: "What is this?", body });
}
