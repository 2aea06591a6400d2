/** The fields of a modal. Each is `{customId, value(), check(), focus()}`; `check` shows what is wrong. */

import { h, uniqueId } from "../base/dom.js";
import { textDisplay } from "../components/render.js";
import { selectField } from "../components/select.js";

const ROW = 1;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const SELECTS = new Set([3, 5, 6, 7, 8]);
const PARAGRAPH = 2;
const EMPTY = "This field is required.";

/** `{nodes, fields}` of a modal's components. */
export function modalFields(components, context) {
  const fields = [];
  const nodes = components.map((component) => {
    if (component.type === TEXT_DISPLAY) return textDisplay(component, context);
    const inner = component.type === LABEL ? component.component : (component.components?.[0] ?? component);
    const { label = inner.label, description = null } = component.type === ROW ? inner : component;
    const { node, field } = labelled(inner, label ?? "", description ?? "", context);
    fields.push(field);
    return node;
  });
  return { nodes, fields };
}

/** A field below its label, above its complaint. */
function labelled(component, label, description, context) {
  const id = uniqueId("modal-field");
  const made = make(component, id, context);
  const complaint = h("span", { class: "field-problem", id: `${id}-problem`, role: "alert" });
  const required = component.required ?? true;
  const mark = required ? h("span", { class: "required", title: "Required" }, "*") : null;
  const group = made.isGroup === true;
  const name = h(
    group ? "span" : "label",
    { class: "field-label", for: group ? null : id, id: `${id}-label` },
    label,
    mark,
  );
  const node = h(
    "div",
    { class: "field", role: group ? "group" : null, "aria-labelledby": group ? `${id}-label` : null },
    name,
    description ? h("span", { class: "field-description" }, description) : null,
    made.node,
    complaint,
  );
  made.control?.setAttribute("aria-describedby", `${id}-problem`);
  const field = {
    customId: component.custom_id,
    value: made.value,
    focus: () => (made.control ?? made.node.querySelector("input, button, textarea"))?.focus(),
    check() {
      const problem = made.problem(required);
      complaint.textContent = problem ?? "";
      node.classList.toggle("unfit", problem !== null);
      return problem === null;
    },
  };
  return { node, field };
}

function make(component, id, context) {
  if (SELECTS.has(component.type)) return selectIn(component, id, context);
  switch (component.type) {
    case 19:
      return fileUpload(component, id);
    case 21:
      return choices(component, "radio");
    case 22:
      return choices(component, "checkbox");
    case 23:
      return checkbox(component, id);
    default:
      return textInput(component, id);
  }
}

function textInput(component, id) {
  const properties = {
    id,
    class: "input",
    placeholder: component.placeholder || null,
    maxlength: component.max_length ?? null,
    name: component.custom_id,
    autocomplete: "off",
  };
  const control =
    component.style === PARAGRAPH
      ? h("textarea", { ...properties, rows: 5 })
      : h("input", { ...properties, type: "text" });
  control.value = component.value ?? "";
  const problem = (required) => {
    const { length } = control.value;
    const low = component.min_length ?? 0;
    if (length === 0) return required ? EMPTY : null;
    return length < low ? `Must be ${low} or more in length.` : null;
  };
  return { node: control, control, value: () => control.value, problem };
}

function selectIn(component, id, context) {
  const field = selectField(component, context);
  field.element.id = id;
  const least = component.min_values ?? 1;
  return {
    node: field.element,
    control: field.element,
    value: field.values,
    problem: (required) => (required && field.values().length < Math.max(1, least) ? "Make a choice." : null),
  };
}

function fileUpload(component, id) {
  const several = (component.max_values ?? 1) > 1;
  const control = h("input", { id, type: "file", class: "input", multiple: several });
  const problem = (required) => {
    const count = control.files.length;
    if (count === 0) return required ? EMPTY : null;
    if (count < (component.min_values ?? 1)) return `Choose at least ${component.min_values} files.`;
    return count > (component.max_values ?? 1) ? `Choose at most ${component.max_values ?? 1} files.` : null;
  };
  return { node: control, control, value: () => control.files, problem };
}

/** A group of radio buttons or check boxes. */
function choices(component, type) {
  const name = uniqueId("choices");
  const inputs = component.options.map((option) => {
    const input = h("input", { type, name });
    input.value = option.value;
    input.checked = Boolean(option.default);
    return input;
  });
  const lines = component.options.map((option, index) =>
    h(
      "label",
      { class: "choice" },
      inputs[index],
      h("span", {}, option.label, option.description ? h("small", {}, option.description) : null),
    ),
  );
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const one = type === "radio";
  const low = component.min_values ?? 1;
  const high = component.max_values ?? inputs.length;
  return {
    node: h("div", { class: "choices" }, lines),
    control: null,
    isGroup: true,
    value: () => (one ? (chosen()[0] ?? null) : chosen()),
    problem(required) {
      const count = chosen().length;
      if (count === 0 && !required) return null;
      if (one) return count ? null : "Make a choice.";
      if (count < low) return `Choose at least ${low}.`;
      return count > high ? `Choose at most ${high}.` : null;
    },
  };
}

function checkbox(component, id) {
  const control = h("input", { id, type: "checkbox", class: "check" });
  control.checked = Boolean(component.default);
  return { node: control, control, value: () => control.checked, problem: () => null };
}
