"""Small documents to measure with: distinct, valid, incompressible PDFs, the same ones for the same number."""

import os
import random


def write_pdfs(folder: str, count: int, kibibytes: int) -> None:
    """Writes `count` PDFs of a page of text and `kibibytes` KiB of random bytes into a new folder."""
    os.makedirs(folder)
    for number in range(count):
        with open(os.path.join(folder, f"transcript-{number:06}.pdf"), "wb") as file:
            file.write(pdf(number, kibibytes))


def pdf(number: int, kibibytes: int) -> bytes:
    filling = random.Random(number).randbytes(kibibytes * 1024)
    text = f"BT /F1 24 Tf 72 700 Td (Transcript {number}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        stream(text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        stream(filling),
    ]
    out = b"%PDF-1.4\n"
    offsets = []
    for index, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (index, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)


def stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%b\nendstream" % (len(data), data)
