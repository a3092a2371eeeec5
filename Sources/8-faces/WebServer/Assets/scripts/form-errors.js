// Messages below fields: what is wrong, told to everybody.

import { element } from "./dom.js";

const idOf = (field) => `${field.id || field.name}-error`;

const words = (text) => (text ?? "").split(" ").filter(Boolean);

/** Shows what is wrong with a field below it. The field needs an id, or at least a name. */
export function showError(field, message) {
  clearError(field);
  const node = element("p", { class: "field-error", id: idOf(field) }, message);
  (field.closest(".field") ?? field.parentElement).append(node);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", [...words(field.getAttribute("aria-describedby")), node.id].join(" "));
}

/** Takes back what was shown. */
export function clearError(field) {
  const node = document.getElementById(idOf(field));
  if (!node) return;
  node.remove();
  field.removeAttribute("aria-invalid");
  const rest = words(field.getAttribute("aria-describedby")).filter((id) => id !== node.id);
  if (rest.length > 0) field.setAttribute("aria-describedby", rest.join(" "));
  else field.removeAttribute("aria-describedby");
}
