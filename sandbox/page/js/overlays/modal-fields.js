/** The fields of a modal. Each is `{customId, value(), check(), focus()}`; `check` shows what is wrong. */

import { h, uniqueId } from "../base/dom.js";
import { textDisplay } from "../components/render.js";
import { entriesOf, selectField } from "../components/select.js";

const ROW = 1;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const STRING_SELECT = 3;
const PARAGRAPH = 2;
const EMPTY = "This field is required.";

/** `{nodes, fields}` of a modal's components. */
export function modalFields(components, context) {
  const fields = [];
  const nodes = components.map((component) => {
    if (component.type === TEXT_DISPLAY) return textDisplay(component, context);
    const inner = component.type === LABEL ? component.component : (component.components?.[0] ?? component);
    const { label = inner.label, description = null } = component.type === ROW ? inner : component;
    const { node, field } = labelled(inner, label ?? "", description ?? "");
    fields.push(field);
    return node;
  });
  return { nodes, fields };
}

/** A field below its label, above its complaint. */
function labelled(component, label, description) {
  const id = uniqueId("modal-field");
  const made = component.type === STRING_SELECT ? selectIn(component, id) : textInput(component, id);
  const complaint = h("span", { class: "field-problem", id: `${id}-problem`, role: "alert" });
  const required = component.required ?? true;
  const mark = required ? h("span", { class: "required", title: "Required" }, "*") : null;
  const node = h(
    "div",
    { class: "field" },
    h("label", { class: "field-label", for: id }, label, mark),
    description ? h("span", { class: "field-description" }, description) : null,
    made.control,
    complaint,
  );
  made.control.setAttribute("aria-describedby", `${id}-problem`);
  const field = {
    customId: component.custom_id,
    value: made.value,
    focus: () => made.control.focus(),
    check() {
      const problem = made.problem(required);
      complaint.textContent = problem ?? "";
      node.classList.toggle("unfit", problem !== null);
      return problem === null;
    },
  };
  return { node, field };
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
  return { control, value: () => control.value, problem };
}

function selectIn(component, id) {
  const field = selectField(component, entriesOf(component));
  field.element.id = id;
  const least = component.min_values ?? 1;
  return {
    control: field.element,
    value: field.values,
    problem: (required) => (required && field.values().length < Math.max(1, least) ? "Make a choice." : null),
  };
}
