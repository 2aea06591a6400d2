/** The WebSocket of one person: actions out, answers and events in, opened again whenever it is lost. */

import { Emitter } from "../base/emitter.js";

const WAITS = [200, 400, 800, 1500, 3000];

/** An action that was refused: a stable `code`, a sentence as `message`, and the `option` that is wrong, if one is. */
export class Refusal extends Error {
  constructor({ code, message, option = null }) {
    super(message);
    this.code = code;
    this.option = option;
  }
}

/**
 * Topics: `event` (each event of the server) and `state`.
 * `state` is "connecting", "open", "lost" (the sandbox is away) or "refused" (the key is no longer good).
 */
export class Connection extends Emitter {
  #address;
  #socket = null;
  #waiting = new Map();
  #lastId = 0;
  #failures = 0;
  #retry = null;

  constructor(personId) {
    super();
    this.#address = `${location.origin.replace(/^http/, "ws")}/api/live?as=${encodeURIComponent(personId)}`;
    this.state = "connecting";
  }

  /** Opens the socket, and keeps it open. */
  start() {
    this.#open();
    const now = () => {
      if (!document.hidden && this.#retry !== null) this.#open();
    };
    addEventListener("online", now);
    document.addEventListener("visibilitychange", now);
  }

  /** Sends an action; resolves with its result, rejects with a Refusal. */
  ask(action, fields = {}) {
    if (this.state !== "open") {
      return Promise.reject(
        new Refusal({ code: "offline", message: "The sandbox is not connected just now." }),
      );
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...fields, id, do: action }));
    });
  }

  #open() {
    clearTimeout(this.#retry);
    this.#retry = null;
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(data)));
    socket.addEventListener("close", () => this.#lose());
  }

  #take(frame) {
    if (frame.event === "hello") {
      this.#failures = 0;
      this.#turn("open");
    }
    if (frame.event !== undefined) {
      this.emit("event", frame);
      return;
    }
    const waiting = this.#waiting.get(frame.id);
    this.#waiting.delete(frame.id);
    if (frame.ok) waiting?.resolve(frame.result ?? {});
    else waiting?.reject(new Refusal(frame.error));
  }

  async #lose() {
    const lost = new Refusal({ code: "offline", message: "The connection to the sandbox was lost." });
    for (const { reject } of this.#waiting.values()) reject(lost);
    this.#waiting.clear();
    const wait = WAITS[Math.min(this.#failures, WAITS.length - 1)];
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#open(), wait);
    if (this.state !== "refused") this.#turn("lost");
    this.#turn((await isRefused()) ? "refused" : "lost");
  }

  #turn(state) {
    if (state !== "open" && this.#socket.readyState === WebSocket.OPEN) return;
    if (state === this.state) return;
    this.state = state;
    this.emit("state", state);
  }
}

/** A closed WebSocket does not say why; an ordinary request does. */
async function isRefused() {
  try {
    return (await fetch("/api/people")).status === 401;
  } catch {
    return false;
  }
}
