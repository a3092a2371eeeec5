// Starts what works on parts of a page, and ends it when these parts leave.

let known = {};
/** What takes back what was started, by element. */
const running = new Map();

/**
 * Starts the modules of an element and of all that is in it.
 *
 * A module has a function `start(element)`, which may return one that takes everything back.
 *
 * @param {Element} root
 * @param {Object<string, function(): Promise<{start: function(Element): (void|function(): void)}>>} [loaders] what there is;
 *   given once, by the page's beginning.
 */
export function startModules(root, loaders) {
  if (loaders) known = loaders;
  const elements = [...root.querySelectorAll("[data-module]")];
  if (root.matches("[data-module]")) elements.unshift(root);
  for (const element of elements) {
    if (running.has(element)) continue;
    running.set(element, null);
    for (const name of element.dataset.module.split(" ")) begin(element, name);
  }
}

async function begin(element, name) {
  const loader = known[name];
  if (!loader) return;
  try {
    const module = await loader();
    // It may have left meanwhile.
    if (!running.has(element)) return;
    const end = module.start(element);
    if (end) running.set(element, combined(running.get(element), end));
  } catch (error) {
    // The page works without it, as it does where scripts are off.
    console.error(`The module ${name} could not start:`, error);
  }
}

function combined(first, second) {
  return first ? () => (first(), second()) : second;
}

/** Ends the modules of what leaves the page. */
export function stopModules(root) {
  for (const [element, end] of running) {
    if (element !== root && !root.contains(element)) continue;
    running.delete(element);
    end?.();
  }
}
