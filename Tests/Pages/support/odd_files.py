"""Files that break programs: large, cut off, empty, locked, and under names that nobody expects. Made when first asked for."""

import functools
import io
import pathlib
import random
import subprocess

from PIL import Image
from reportlab.lib import pdfencrypt
from reportlab.pdfgen.canvas import Canvas

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent

# Names of PDF documents; each is 255 bytes at most, which is what file systems take.
NAMES = {
    "right-to-left": "r\u00e9sum\u00e9\u202efdp.exe.pdf",
    "newline": "two\nlines.pdf",
    "quotes": "it's \"quoted\" & <b>bold<b>.pdf",
    "emoji": "⚽️ goals 👩🏽‍🦱 100%.pdf",
    "long": "ö" * 125 + "x.pdf",
    "blanks": "  a  b  .pdf",
    "path": "..\\..\\windows.pdf",
    "percent": "%2e%2e%2f?a=b#c;d.pdf",
}


def _degrees(value):
    """As EXIF writes it: degrees, minutes and seconds."""
    whole = int(value)
    minutes = int((value - whole) * 60)
    return whole, minutes, round(((value - whole) * 60 - minutes) * 60, 2)


class OddFiles:
    def __init__(self, folder):
        self.folder = folder

    def _pdf(self, name, pages, **options):
        path = self.folder / name
        canvas = Canvas(str(path), pageCompression=1, invariant=1, **options)
        for page in range(1, pages + 1):
            canvas.setFont("Helvetica", 40)
            canvas.drawString(72, 700, f"Page {page} of {pages}")
            canvas.setFont("Helvetica", 11)
            for line in range(30):
                canvas.drawString(72, 640 - line * 18, f"Line {line + 1} of page {page}: the quick brown fox jumps over it.")
            canvas.showPage()
        canvas.save()
        return path

    @functools.cached_property
    def pdf_600_pages(self):
        return self._pdf("600-pages.pdf", 600)

    @functools.cached_property
    def pdf_one_page(self):
        return self._pdf("one-page.pdf", 1)

    @functools.cached_property
    def pdf_mixed_pages(self):
        """Twelve pages of four sizes, which programs that fit pages to windows fall over."""
        path = self.folder / "mixed-pages.pdf"
        canvas = Canvas(str(path), invariant=1)
        for page, size in enumerate([(612, 792), (792, 612), (420, 595), (1224, 792)] * 3, 1):
            canvas.setPageSize(size)
            canvas.drawString(72, size[1] - 72, f"Page {page}, {size[0]} by {size[1]} points")
            canvas.showPage()
        canvas.save()
        return path

    @functools.cached_property
    def pdf_encrypted(self):
        """Opens with the password `open sesame` alone."""
        return self._pdf("encrypted.pdf", 2, encrypt=pdfencrypt.StandardEncryption("open sesame", "owner", strength=128))

    @functools.cached_property
    def pdf_truncated(self):
        path = self.folder / "truncated.pdf"
        path.write_bytes(self._pdf("whole.pdf", 20).read_bytes()[:8000])
        return path

    @functools.cached_property
    def photo_20_megapixels(self):
        """Taken upright by a phone, at a place that its EXIF tells."""
        path = self.folder / "photo.jpg"
        size = 5472, 3648
        grain = random.Random("photo").randbytes(size[0] // 16 * (size[1] // 16) * 3)
        picture = Image.frombytes("RGB", (size[0] // 16, size[1] // 16), grain).resize(size, Image.Resampling.BICUBIC)
        exif = Image.Exif()
        exif[0x0112] = 6
        exif[0x010F] = "Compass"
        place = exif.get_ifd(0x8825)
        place[1], place[2], place[3], place[4] = "N", _degrees(40.5853), "W", _degrees(105.0844)
        picture.save(path, "JPEG", quality=85, exif=exif)
        return path

    @functools.cached_property
    def film(self):
        return ROOT / "examples/clip.mp4"

    @functools.cached_property
    def film_truncated(self):
        path = self.folder / "truncated.mp4"
        path.write_bytes(self.film.read_bytes()[:30_000])
        return path

    @functools.cached_property
    def film_index_at_end(self):
        """Playable once its end is there: cameras write so."""
        path = self.folder / "index-at-end.mp4"
        subprocess.run(
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-i", self.film, "-c", "copy", "-fflags", "+bitexact", path],
            check=True)
        return path

    @functools.cached_property
    def empty(self):
        path = self.folder / "empty.pdf"
        path.touch()
        return path

    @functools.cached_property
    def named(self):
        """A PDF document of one page under each of `NAMES`."""
        folder = self.folder / "named"
        folder.mkdir()
        data = self.pdf_one_page.read_bytes()
        found = {}
        for what, name in NAMES.items():
            assert len(name.encode()) <= 255, name
            found[what] = folder / name
            found[what].write_bytes(data)
        return found


def png(colour="red", size=(8, 8)):
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    return data.getvalue()
