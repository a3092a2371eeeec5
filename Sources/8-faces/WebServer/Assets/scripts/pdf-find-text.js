// Comparing text as people do: without regard to case, accents, ligatures and where lines break. Pure functions.

/**
 * A page's text made comparable. Letter `n` of `text` comes from the piece `pieces[n]`, there from the position
 * `offsets[n]`.
 *
 * @param {Array<{str: string, hasEOL: boolean}>} items the pieces of text of pdf.js
 * @returns {{text: string, pieces: number[], offsets: number[]}}
 */
export function foldPieces(items) {
  const folded = { letters: [], pieces: [], offsets: [] };
  items.forEach((item, piece) => {
    const { str } = item;
    for (let offset = 0; offset < str.length; offset += 1) add(folded, foldLetter(str[offset]), piece, offset);
    if (item.hasEOL) endLine(folded, piece, str.length);
  });
  return { text: folded.letters.join(""), pieces: folded.pieces, offsets: folded.offsets };
}

/** What somebody typed, made comparable in the same way. */
export function foldQuery(query) {
  const folded = { letters: [], pieces: [], offsets: [] };
  for (let offset = 0; offset < query.length; offset += 1) add(folded, foldLetter(query[offset]), 0, offset);
  return folded.letters.join("").trim();
}

/**
 * All places of a query in a folded page, none overlapping.
 *
 * @returns {Array<{from: [number, number], to: [number, number]}>} piece and offset; `to` lies behind the last letter
 */
export function places({ text, pieces, offsets }, query) {
  const found = [];
  if (query === "") return found;
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
    const last = at + query.length - 1;
    found.push({ from: [pieces[at], offsets[at]], to: [pieces[last], offsets[last] + 1] });
  }
  return found;
}

function add({ letters, pieces, offsets }, text, piece, offset) {
  for (const letter of text) {
    // Of several spaces one remains.
    if (letter === " " && (letters.length === 0 || letters.at(-1) === " ")) continue;
    letters.push(letter);
    pieces.push(piece);
    offsets.push(offset);
  }
}

// A hyphen at the end of a line between letters joins the parts of a word.
function endLine(folded, piece, offset) {
  const { letters, pieces, offsets } = folded;
  const before = letters.at(-2);
  if (letters.at(-1) === "-" && before !== undefined && /\p{L}/u.test(before)) {
    for (const list of [letters, pieces, offsets]) list.pop();
  } else {
    add(folded, " ", piece, Math.max(0, offset - 1));
  }
}

const ALIKE = new Map([
  ["æ", "ae"], ["œ", "oe"], ["ß", "ss"], ["ð", "d"], ["đ", "d"], ["ı", "i"], ["ł", "l"], ["ø", "o"], ["þ", "th"], ["ς", "σ"],
  ["‘", "'"], ["’", "'"], ["“", "\""], ["”", "\""], ["–", "-"], ["—", "-"], ["‐", "-"], ["\u00ad", ""],
]);

function foldLetter(letter) {
  const code = letter.charCodeAt(0);
  if (code < 128) return code <= 32 ? " " : letter.toLowerCase();
  const alike = ALIKE.get(letter.toLowerCase());
  if (alike !== undefined) return alike;
  return letter.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s/gu, " ");
}
