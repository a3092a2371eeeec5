#!/usr/bin/env python3
"""Finds the grade point average in the text of a PDF transcript.

Takes one request after another, a line of JSON each, and answers each with a line.
"""

import json
import re
import subprocess
import sys

NUMBER = r"(\d{1,3}(?:[.,]\d{1,3})?)"
SCALE = rf"(?:\s*(?:/|out of|of|on a scale of)\s*{NUMBER})?"
WORDS = r"(?:G\.?P\.?A\.?|grade\s+point\s+average)"
# "Cumulative GPA (weighted): 3.82 / 4.00" and "3.82 cumulative GPA".
BEHIND = re.compile(rf"([^\n]{{0,40}}?)\b{WORDS}([^\d\n]{{0,40}}?){NUMBER}{SCALE}", re.IGNORECASE)
BEFORE = re.compile(rf"{NUMBER}{SCALE}([^\d\n]{{0,20}}?)\b{WORDS}()", re.IGNORECASE)


class Rejected(Exception):
    """The document breaks a rule; its words are for its owner."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def read_text(path, pages):
    """The text of the first pages, in the order of their lines."""
    result = subprocess.run(
        ["pdftotext", "-q", "-layout", "-enc", "UTF-8", "-l", str(pages), path, "-"],
        stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if result.returncode != 0:
        raise Rejected("damaged-pdf", "The transcript cannot be read: it is no PDF, damaged, or locked with a password.")
    return result.stdout.decode("utf-8", "replace")


def number(text):
    return float(text.replace(",", "."))


def find_gpa(text):
    """The average and its scale, or None."""
    found = []
    for match in BEHIND.finditer(text):
        found.append((match[1] + match[2], match[3], match[4], match.start()))
    for match in BEFORE.finditer(text):
        found.append((match[3], match[1], match[2], match.start()))
    best = None
    for words, average, scale, place in found:
        words = words.lower()
        value, most = number(average), number(scale) if scale else None
        # A hundred is the widest scale that schools use; anything else is a year or a number of hours.
        if value > (most or 100) or "credit" in words:
            continue
        rank = 0 if "cumulative" in words or "overall" in words else 2 if "weighted" in words else 1
        rank += 3 if "term" in words or "semester" in words else 0
        if best is None or (rank, place) < best[0]:
            best = ((rank, place), value, most)
    return best[1:] if best else None


def answer(request):
    options, kind = request["options"], request["facts"].get("mime-type")
    if kind != "application/pdf":
        raise Rejected("no-pdf", f"A transcript must be a PDF, and this is {kind or 'something else'}.")
    found = find_gpa(read_text(request["content"]["path"], options["pages"]))
    if found is None:
        raise Rejected("no-gpa", "The transcript names no GPA. Ask the school for one that does.")
    gpa, scale = found
    least = options.get("min")
    if least is not None and gpa < least:
        raise Rejected("low-gpa", f"The transcript names a GPA of {gpa:g}, and {least:g} is the least that is accepted.")
    return {"gpa": gpa, "gpa-scale": scale}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = {"type": "result", "outputs": answer(request)}
        except Rejected as rejection:
            reply = {"type": "rejected", "kind": rejection.kind, "message": str(rejection)}
        reply["id"] = request["id"]
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
