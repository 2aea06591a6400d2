/** From what was typed into an option's field to the value that is sent, checked as Discord's client does. */

import { TYPES } from "../world/commands.js";

/** A value that cannot be sent, and why. */
export class Unfit extends Error {}

/**
 * The value of a text. `entries` are what the field offers (choices, people, channels); null where anything goes.
 * Throws Unfit.
 */
export function valueOf(option, text, entries) {
  if (text.trim() === "") throw new Unfit("This option is required. Specify a value.");
  if (entries) return chosenValue(option, text, entries);
  if (option.type === TYPES.integer || option.type === TYPES.number) return numberValue(option, text.trim());
  checkLength(option, text);
  return text;
}

function chosenValue(option, text, entries) {
  const wanted = text.trim().replace(/^[@#]/, "").toLowerCase();
  const found = entries.find(
    (entry) =>
      entry.label.replace(/^[@#]/, "").toLowerCase() === wanted ||
      String(entry.value).toLowerCase() === wanted,
  );
  if (found) return found.value;
  if (option.type === TYPES.boolean) throw new Unfit("Choose True or False.");
  if (option.type === TYPES.user) throw new Unfit("Choose somebody from the list.");
  if (option.type === TYPES.role) throw new Unfit("Choose a role from the list.");
  if (option.type === TYPES.channel) throw new Unfit("Choose a channel from the list.");
  throw new Unfit("You must choose one of the choices.");
}

function numberValue(option, text) {
  const whole = option.type === TYPES.integer;
  const pattern = whole ? /^[-+]?\d+$/ : /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
  const value = Number(text);
  if (!pattern.test(text) || !Number.isFinite(value))
    throw new Unfit(whole ? "Enter a whole number." : "Enter a number.");
  const { min_value: low = null, max_value: high = null } = option;
  if (low !== null && value < low) throw new Unfit(`Enter a number of at least ${low}.`);
  if (high !== null && value > high) throw new Unfit(`Enter a number of at most ${high}.`);
  return value;
}

function checkLength(option, text) {
  const { min_length: low = null, max_length: high = null } = option;
  if (low !== null && text.length < low) throw new Unfit(`Enter at least ${low} characters.`);
  if (high !== null && text.length > high) throw new Unfit(`Enter at most ${high} characters.`);
}
