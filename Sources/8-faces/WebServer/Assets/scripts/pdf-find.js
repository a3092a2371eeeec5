// Finding text in all pages, one after the other, from the page in view.

import { foldPieces, foldQuery, places } from "./pdf-find-text.js";

const MOST_LETTERS = 8e6;

/**
 * A search through a document.
 *
 * `onChange` is called at every step; then `count`, `position` (the hit in front counted from 1, or 0), `searched`
 * (pages), `running` and `hasText` are up to date.
 */
export class Finder {
  #stack;
  #onChange;
  #onHit;
  #query = "";
  #hits = new Map();
  #current = null;
  #texts = new Map();
  #letters = 0;
  #search = null;

  /**
   * @param {PageStack} stack
   * @param {() => void} onChange
   * @param {(pageIndex: number) => void} onHit another hit is in front
   */
  constructor(stack, onChange, onHit) {
    this.#stack = stack;
    this.#onChange = onChange;
    this.#onHit = onHit;
    this.count = 0;
    this.searched = 0;
    this.hasText = false;
  }

  get running() {
    return this.#search !== null;
  }

  get query() {
    return this.#query;
  }

  get position() {
    if (!this.#current) return 0;
    let before = 0;
    for (const [index, hits] of this.#hits) if (index < this.#current.index) before += hits.length;
    return before + this.#current.number + 1;
  }

  /** Searches anew; an empty query only ends the last search. */
  async search(text) {
    this.stop();
    const query = foldQuery(text);
    this.#query = query;
    this.#clear();
    if (query === "") return this.#onChange();
    const search = new AbortController();
    this.#search = search;
    this.#onChange();
    const { count } = this.#stack;
    const start = this.#stack.page - 1;
    for (let step = 0; step < count && !search.signal.aborted; step += 1) {
      const index = (start + step) % count;
      const page = await this.#text(index);
      if (search.signal.aborted) return;
      this.searched = step + 1;
      this.#add(index, places(page, query));
    }
    if (search.signal.aborted) return;
    this.#search = null;
    this.#onChange();
  }

  /** Ends the search; what was found stays. */
  stop() {
    if (!this.#search) return;
    this.#search.abort();
    this.#search = null;
    this.#onChange();
  }

  /** Ends the search, forgets all and takes the marks away. */
  close() {
    this.stop();
    this.#query = "";
    this.#clear();
    this.#texts.clear();
    this.#letters = 0;
  }

  /** Goes to the next (1) or previous (-1) hit, around the end if need be. */
  move(direction) {
    if (!this.#current) return;
    const pages = [...this.#hits.keys()].sort((a, b) => a - b);
    let { index, number } = this.#current;
    number += direction;
    if (number < 0 || number >= this.#hits.get(index).length) {
      index = pages.at((pages.indexOf(index) + direction) % pages.length);
      number = direction > 0 ? 0 : this.#hits.get(index).length - 1;
    }
    this.#choose(index, number);
  }

  /** Marks the hits of a page whose text layer is there. */
  mark(sheet) {
    const hits = this.#hits.get(sheet.index) ?? [];
    const current = this.#current?.index === sheet.index ? this.#current.number : -1;
    sheet.text?.mark(hits.map((hit, number) => ({ ...hit, current: number === current })));
  }

  #add(index, hits) {
    if (hits.length > 0) {
      this.#hits.set(index, hits);
      this.count += hits.length;
      if (this.#current) this.mark(this.#stack.sheets[index]);
      else this.#choose(index, 0);
    }
    this.#onChange();
  }

  #choose(index, number) {
    const before = this.#current?.index;
    this.#current = { index, number };
    if (before !== undefined && before !== index) this.mark(this.#stack.sheets[before]);
    this.mark(this.#stack.sheets[index]);
    this.#onHit(index);
    this.#onChange();
  }

  #clear() {
    const marked = [...this.#hits.keys()];
    this.#hits.clear();
    this.#current = null;
    this.count = 0;
    this.searched = 0;
    for (const index of marked) this.mark(this.#stack.sheets[index]);
  }

  async #text(index) {
    const known = this.#texts.get(index);
    if (known) return known;
    // A page that cannot be read has no text; the page itself says what is wrong.
    const items = await this.#items(index).catch(() => []);
    const folded = foldPieces(items);
    if (folded.text.trim() !== "") this.hasText = true;
    this.#letters += folded.text.length;
    if (this.#letters < MOST_LETTERS) this.#texts.set(index, folded);
    return folded;
  }

  // The same pieces that the text layer is made of, or the marks would be at wrong places.
  async #items(index) {
    const page = await this.#stack.sheets[index].proxy();
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    return items.filter((item) => item.str !== undefined);
  }
}
