// What helps with every form: counters, and a question before what was typed is lost.

import { find, findAll } from "./dom.js";

/** Counts while one types, in the forms of a part of a page. Works on what the server has written, and only adds to it. */
export function startForms(root = document) {
  for (const field of findAll("[data-limit]", root)) {
    const counter = find(`[data-counts="${CSS.escape(field.name)}"]`, field.form);
    if (!counter) continue;
    const limit = Number(field.dataset.limit);
    const count = () => {
      // As people count characters, which is how the server counts them.
      const length = [...new Intl.Segmenter().segment(field.value)].length;
      counter.textContent = `${length} of ${limit}`;
      counter.classList.toggle("field-error", length > limit);
      // Told only when it matters.
      if (length >= limit * 0.9) counter.setAttribute("aria-live", "polite");
      else counter.removeAttribute("aria-live");
      field.setCustomValidity(length > limit ? `At most ${limit} characters.` : "");
    };
    field.addEventListener("input", count);
    // The fields are emptied once this event is over.
    field.form.addEventListener("reset", () => setTimeout(count));
    count();
  }
  for (const form of findAll("form[data-counted]", root)) startSaving(form);
  for (const form of findAll("form[data-share]", root)) startSharing(form);
  for (const button of findAll("[data-copy]", root)) {
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(field.value);
        button.lastChild.textContent = " Copied";
      } catch {
        // Where the clipboard is not to be had, the text is at least chosen.
        field.select();
      }
    });
  }
}

/** Whether a field is not as the server has written it. */
export function isChanged(field) {
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const written = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return field.value !== written?.value;
}

/** "Save" looks and is told as disabled until the form is valid. A press has the browser say what is not, and go there. */
function startSaving(form) {
  const save = find("button:not([type])", form);
  const update = () => {
    if (form.noValidate || form.matches(":valid")) save.removeAttribute("aria-disabled");
    else save.setAttribute("aria-disabled", "true");
  };
  form.addEventListener("input", update);
  update();
}

const LETTERS = { æ: "ae", œ: "oe", ß: "ss", ð: "d", đ: "d", ı: "i", ł: "l", ø: "o", þ: "th", "’": "'" };

/** Without case and accents, nearly as the server compares names. */
function fold(text) {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return letters.replace(/[æœßðđıłøþ’]/gu, (letter) => LETTERS[letter]);
}

/** The schools that a document is shared with: a search among them, and "Save" once something has changed. */
function startSharing(form) {
  const boxes = findAll("input[name=school]", form);
  // Not the boxes as they came, which are what was chosen where a form is shown again.
  const before = new Set(findAll("input[name=was]", form).map((field) => field.value));
  const save = find("[data-share-save]", form);
  const count = find("[data-share-count]", form);
  const search = find("[data-share-search]", form);
  const update = () => {
    const hasChanged = boxes.some((box) => box.checked !== before.has(box.value));
    save.disabled = !hasChanged;
    for (const button of findAll("[data-share-remove]", form)) {
      button.textContent = find("input", button.parentElement).checked ? "Remove" : "Keep";
    }
  };
  let pause;
  let names;
  search?.addEventListener("input", () => {
    names ??= boxes.map((box) => fold(box.parentElement.textContent));
    const words = fold(search.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    boxes.forEach((box, index) => {
      const fits = words.every((word) => names[index].includes(word));
      box.closest("li").hidden = !fits;
      if (fits) shown += 1;
    });
    clearTimeout(pause);
    pause = setTimeout(() => (count.textContent = `${shown} of ${boxes.length} schools`), 300);
  });
  // Enter in the search is no saving.
  search?.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  form.addEventListener("change", update);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share-remove]");
    if (!button) return;
    const box = find("input", button.parentElement);
    box.checked = !box.checked;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  });
  update();
}
