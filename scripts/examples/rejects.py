"""Files that are refused, each for a reason of its own."""

import random

from PIL import Image


def photo(path):
    Image.radial_gradient("L").resize((640, 480)).convert("RGB").save(path, "PNG")


def scanned_letter(path):
    """A PDF of one picture that is larger than the workspace takes as a letter."""
    size = 1700, 2200
    picture = Image.frombytes("L", size, random.Random("scan").randbytes(size[0] * size[1])).point(lambda value: 160 + value // 3)
    picture.convert("RGB").save(path, "PDF", quality=92)


def cut_off(path, film):
    path.write_bytes(film.read_bytes()[:150_000])


def make_rejects(folder, film):
    """What they are called, and the pipeline that each is given to."""
    folder.mkdir(exist_ok=True)
    photo(folder / "transcript-photo.pdf")
    scanned_letter(folder / "scanned-letter.pdf")
    cut_off(folder / "highlights-upload.mp4", film)
    (folder / "setup.mp4").write_bytes(b"MZ\x90\x00" + bytes(60) + b"This program cannot be run in DOS mode.\r\n")
    (folder / "empty-sheet.csv").write_bytes(b"")
    return {
        "transcript-photo.pdf": "transcript", "scanned-letter.pdf": "rec-letter", "highlights-upload.mp4": "highlight-video",
        "setup.mp4": "highlight-video", "empty-sheet.csv": "stats-sheet",
    }
