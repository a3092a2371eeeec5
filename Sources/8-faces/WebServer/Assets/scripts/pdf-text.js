// The text of a page, laid invisibly over its picture: for selecting, for screen readers and for marking what was
// found.

const BASE_SCALE = 96 / 72;

/**
 * Builds the text layer of a page.
 *
 * @param {object} library pdf.js
 * @param {object} page its page
 * @returns {Promise<TextLayer>}
 */
export async function makeTextLayer(library, page) {
  const layer = document.createElement("div");
  layer.className = "pdf-text";
  const viewport = page.getViewport({ scale: BASE_SCALE });
  layer.style.width = `${viewport.width}px`;
  layer.style.height = `${viewport.height}px`;
  const spans = [];
  const task = library.renderTextLayer({
    // Only from a stream does pdf.js put the spans into those of their tags.
    textContentStream: page.streamTextContent({ includeMarkedContent: true }),
    container: layer,
    viewport,
    textDivs: spans,
  });
  const [tree] = await Promise.all([page.getStructTree().catch(() => null), task.promise]);
  applyStructure(layer, tree);
  return new TextLayer(layer, spans);
}

/** The spans of a page's text in the order of `getTextContent`, only pieces of text counted. */
export class TextLayer {
  #spans;
  #marked = new Map();

  constructor(element, spans) {
    this.element = element;
    this.#spans = spans;
  }

  /** Fits the layer onto a page drawn in a scale. It is laid out once and then only stretched. */
  stretch(scale) {
    this.element.style.transform = `scale(${scale})`;
  }

  /**
   * Marks places, and takes all earlier marks away.
   *
   * @param {Array<{from: [number, number], to: [number, number], current: boolean}>} hits pairs of span and offset, in
   *   order; `to` lies behind the last letter
   */
  mark(hits) {
    for (const [index, text] of this.#marked) this.#spans[index].textContent = text;
    this.#marked.clear();
    const pieces = new Map();
    for (const { from, to, current } of hits) {
      for (let index = from[0]; index <= to[0]; index += 1) {
        const length = this.#spans[index]?.textContent.length ?? 0;
        const begin = index === from[0] ? from[1] : 0;
        const end = index === to[0] ? to[1] : length;
        if (end <= begin) continue;
        if (!pieces.has(index)) pieces.set(index, []);
        pieces.get(index).push({ begin, end, current });
      }
    }
    for (const [index, parts] of pieces) this.#markSpan(index, parts);
  }

  #markSpan(index, parts) {
    const span = this.#spans[index];
    const text = span.textContent;
    this.#marked.set(index, text);
    const nodes = [];
    let at = 0;
    for (const { begin, end, current } of parts) {
      if (begin > at) nodes.push(text.slice(at, begin));
      const mark = document.createElement("mark");
      mark.className = current ? "pdf-hit pdf-hit-current" : "pdf-hit";
      mark.textContent = text.slice(Math.max(at, begin), end);
      nodes.push(mark);
      at = end;
    }
    nodes.push(text.slice(at));
    span.replaceChildren(...nodes);
  }
}

// Tagged files say what is a heading or a picture. The tagged pieces of text take these roles themselves, so that the
// order of reading stays as it is. Headings begin at level 2, since the page around has the first.
function applyStructure(layer, tree) {
  const pieces = new Map([...layer.querySelectorAll("[id]")].map((piece) => [piece.id, piece]));
  // Two documents on one page have pieces of the same names.
  for (const piece of pieces.values()) piece.removeAttribute("id");
  if (tree) describe(tree, null, pieces);
}

function describe(node, headingLevel, pieces) {
  const heading = /^H([1-6]?)$/.exec(node.role ?? "");
  const level = heading ? Math.min(6, Number(heading[1] || 1) + 1) : headingLevel;
  for (const child of node.children ?? []) {
    const piece = child.type === "content" ? pieces.get(child.id) : null;
    if (piece && node.alt) {
      piece.setAttribute("role", "img");
      piece.setAttribute("aria-label", node.alt);
    } else if (piece && level && piece.textContent.trim() !== "") {
      piece.setAttribute("role", "heading");
      piece.setAttribute("aria-level", String(level));
    }
    if (piece && node.lang) piece.lang = node.lang;
    if (child.children) describe(child, level, pieces);
  }
}
