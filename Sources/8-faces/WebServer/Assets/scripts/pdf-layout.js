// Where the pages lie: pure arithmetic, no elements.
//
// There is one fit scale for the whole document, made from one reference size and from the outer size of the view. It
// depends neither on the page in view nor on scroll bars, so that scrolling can never change it (other viewers loop
// there).

const CSS_UNITS = 96 / 72;

export const SMALLEST = 0.25;
export const LARGEST = 4;

/**
 * @typedef {{mode: "height"|"width"|"custom", scale: number}} Zoom `scale` 1 is a page's natural size
 * @typedef {{index: number, x: number, y: number}} Place a point as fractions of a page's size; `index` counts from 0
 */

/** The positions of all pages in pixels, after `arrange`. */
export class PageLayout {
  /**
   * @param {number} count
   * @param {{width: number, height: number}} reference size in points that pages of unknown size are taken to have
   * @param {number} space pixels around and between pages
   */
  constructor(count, reference, space) {
    this.count = count;
    this.space = space;
    this.reference = { width: reference.width * CSS_UNITS, height: reference.height * CSS_UNITS };
    this.naturalWidths = new Float64Array(count).fill(this.reference.width);
    this.naturalHeights = new Float64Array(count).fill(this.reference.height);
    this.known = new Uint8Array(count);
    this.tops = new Float64Array(count);
    this.lefts = new Float64Array(count);
    this.widths = new Float64Array(count);
    this.heights = new Float64Array(count);
    this.width = 0;
    this.height = 0;
    this.scale = 1;
  }

  /** Notes a page's size in points; says whether that moves anything. */
  learn(index, { width, height }) {
    if (this.known[index]) return false;
    this.known[index] = 1;
    const [naturalWidth, naturalHeight] = [width * CSS_UNITS, height * CSS_UNITS];
    const same = Math.abs(naturalWidth - this.naturalWidths[index]) < 0.5
      && Math.abs(naturalHeight - this.naturalHeights[index]) < 0.5;
    this.naturalWidths[index] = naturalWidth;
    this.naturalHeights[index] = naturalHeight;
    return !same;
  }

  /**
   * Places all pages.
   *
   * @param {Zoom} zoom
   * @param {{width: number, height: number}} view inner width (room for a scroll bar taken off), and outer height
   */
  arrange(zoom, view) {
    this.scale = this.#scaleOf(zoom, view);
    const widest = view.width - 2 * this.space;
    const tallest = view.height - 2 * this.space;
    let top = this.space;
    let width = view.width;
    for (let index = 0; index < this.count; index += 1) {
      let scale = this.scale;
      // A page larger than the reference shrinks into the view by itself and leaves the others alone.
      if (zoom.mode !== "custom") scale = Math.min(scale, widest / this.naturalWidths[index]);
      if (zoom.mode === "height") scale = Math.min(scale, tallest / this.naturalHeights[index]);
      this.widths[index] = Math.max(1, Math.floor(this.naturalWidths[index] * scale));
      this.heights[index] = Math.max(1, Math.floor(this.naturalHeights[index] * scale));
      this.tops[index] = top;
      top += this.heights[index] + this.space;
      width = Math.max(width, this.widths[index] + 2 * this.space);
    }
    this.width = width;
    this.height = top;
    for (let index = 0; index < this.count; index += 1) {
      this.lefts[index] = Math.floor((width - this.widths[index]) / 2);
    }
  }

  #scaleOf(zoom, view) {
    if (zoom.mode === "custom") return zoom.scale;
    const { width, height } = this.reference;
    const widest = (view.width - 2 * this.space) / width;
    // The whole page shows: where it is wider than the view, its width decides.
    const tallest = zoom.mode === "width" ? widest : (view.height - 2 * this.space) / height;
    return Math.max(0.05, Math.min(widest, tallest));
  }

  /** Whether a page that is fitted to its height is as large as one that is fitted to its width. */
  fitsAlike(view) {
    const [height, width] = ["height", "width"].map((mode) => this.#scaleOf({ mode }, view));
    return Math.abs(height / width - 1) < 0.01;
  }

  /** How large a page is drawn, in relation to its natural size. */
  scaleOfPage(index) {
    return this.widths[index] / this.naturalWidths[index];
  }

  /** The last page that begins at or above a height, or the first. */
  indexAt(y) {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** First and last index of the pages that show between two heights. */
  visible(from, to) {
    let first = this.indexAt(from);
    if (this.tops[first] + this.heights[first] <= from && first < this.count - 1) first += 1;
    return [first, Math.max(first, this.indexAt(Math.max(from, to - 1)))];
  }

  /** The page that fills most of what shows between two heights; of equals the first. */
  foremost(from, to) {
    const [first, last] = this.visible(from, to);
    let best = first;
    let most = -1;
    for (let index = first; index <= last; index += 1) {
      const shown = Math.min(to, this.tops[index] + this.heights[index]) - Math.max(from, this.tops[index]);
      const share = shown / Math.min(this.heights[index], to - from);
      if (share > most + 0.001) [best, most] = [index, share];
    }
    return best;
  }

  /** @returns {Place} */
  placeAt(x, y) {
    const index = this.indexAt(y);
    return {
      index,
      x: (x - this.lefts[index]) / this.widths[index],
      y: (y - this.tops[index]) / this.heights[index],
    };
  }

  /** The point of a place in pixels. */
  pointOf({ index, x, y }) {
    return [this.lefts[index] + x * this.widths[index], this.tops[index] + y * this.heights[index]];
  }
}
