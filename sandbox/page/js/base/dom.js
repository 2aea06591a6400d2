/** Building elements. Texts become text nodes, never markup: nothing that came over the wire is ever parsed as HTML. */

const ADDRESS_ATTRIBUTES = new Set(["href", "src", "action", "formaction"]);

/** Whether an address may stand in a link or picture: http, https, blob, or relative to this page. */
function isSafeAddress(address) {
  try {
    return ["http:", "https:", "blob:"].includes(new URL(address, document.baseURI).protocol);
  } catch {
    return false;
  }
}

/**
 * An element. `properties` are attributes (true for bare ones, null or false to leave out), besides
 * `class`, `on` {event: listener}, `data` {name: value} and `vars` {"--name": value}.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else if (name === "vars") {
      for (const [variable, setting] of Object.entries(value)) element.style.setProperty(variable, setting);
    } else if (!ADDRESS_ATTRIBUTES.has(name) || isSafeAddress(value)) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  fill(element, ...children);
  return element;
}

/** A button that calls `click` and sends no form; `more`: its other properties. */
export function clickable(className, click, content, more = {}) {
  return h("button", { type: "button", class: className, on: { click }, ...more }, content);
}

/** Appends nodes and texts, lists of them included; null, undefined and false are left out. */
export function fill(element, ...children) {
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Replaces all children. */
export function refill(element, ...children) {
  element.replaceChildren();
  return fill(element, ...children);
}

let lastId = 0;

/** An id for aria attributes, unique on the page. */
export function uniqueId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
