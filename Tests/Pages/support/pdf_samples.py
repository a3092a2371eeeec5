"""PDF files for the tests of the viewer, written by script."""

import functools
import io

from reportlab.lib.pagesizes import A3, A4, landscape, letter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

LONG_PAGES = 600
PASSWORD = "secret"

WORDS = (
    "A good letter of recommendation names what a coach has seen with his own eyes, on the field and off it. "
    "It is short, it is dated, and it says how to reach the writer. The résumé follows, then statistics by season. "
).split()


@functools.cache
def _length(word):
    return stringWidth(f"{word} ", "Helvetica", 11)


def _text_page(canvas, number, size, extra=()):
    width, height = size
    canvas.setPageSize(size)
    canvas.setFont("Helvetica-Bold", 20)
    canvas.drawString(56, height - 84, f"Chapter {number}")
    canvas.setFont("Helvetica", 11)
    y = height - 124
    at = number
    while y > 72:
        line, length = [], 0
        while length < width - 170:
            word = WORDS[at % len(WORDS)]
            line.append(word)
            length += _length(word)
            at += 1
        canvas.drawString(56, y, " ".join(line))
        y -= 17
    for place, text in enumerate(extra):
        canvas.drawString(56, 56 - 14 * place, text)
    canvas.drawRightString(width - 56, 40, str(number))
    canvas.showPage()


def long_pdf():
    """600 pages A4; 'walrus' stands on pages 3, 450 and twice on 599."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, lang="en-GB")
    walruses = {3: ["the first walrus"], 450: ["a second Walrus"], 599: ["walrus and walrus"]}
    for number in range(1, LONG_PAGES + 1):
        _text_page(canvas, number, A4, walruses.get(number, ()))
    canvas.save()
    return out.getvalue()


def mixed_pdf():
    """40 pages of five sizes in turn."""
    out = io.BytesIO()
    canvas = Canvas(out)
    sizes = [A4, letter, landscape(A4), (300, 800), landscape(A3)]
    for number in range(1, 41):
        _text_page(canvas, number, sizes[(number - 1) % len(sizes)])
    canvas.save()
    return out.getvalue()


def short_pdf():
    """Three pages with things that a search has to see through."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setTitle("Résumé")
    for number in range(1, 4):
        canvas.setFont("Helvetica", 14)
        canvas.drawString(72, 720, f"Résumé of a pitcher, sheet {number}")
        text = canvas.beginText(72, 690)
        text.textLine("a long word broken at the end of a line: recruit-")
        text.textLine("ing, and two words at its end: green")
        text.textLine("field.")
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def blank_pdf():
    """A page without text, as a scan has."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFillColorRGB(0.8, 0.85, 0.9)
    canvas.rect(80, 200, 400, 400, fill=1)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def encrypted_pdf():
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, encrypt=StandardEncryption(PASSWORD, ownerPassword="owner", strength=128))
    _text_page(canvas, 1, A4)
    canvas.save()
    return out.getvalue()


def links_pdf():
    """Links that may be followed, links that may not, and one to page 2."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    addresses = [
        "https://example.org/team", "http://example.org/plain", "mailto:coach@example.org",
        "javascript:window.hacked=true", "file:///etc/passwd", "data:text/html,hello", "ftp://example.org/file",
    ]
    canvas.setFont("Helvetica", 14)
    for place, address in enumerate(addresses):
        y = 760 - 40 * place
        canvas.drawString(72, y, address)
        canvas.linkURL(address, (72, y - 6, 372, y + 16), relative=0)
    canvas.drawString(72, 400, "to the second page")
    canvas.linkAbsolute("second", "second", (72, 394, 272, 416))
    canvas.showPage()
    canvas.bookmarkPage("second")
    canvas.setFont("Helvetica", 14)
    canvas.drawString(72, 760, "second page")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def tagged_pdf():
    """A page with a tagged heading and a tagged picture that has a description."""
    content = (b"/H1 <</MCID 0>> BDC BT /F1 24 Tf 72 740 Td (Season report) Tj ET EMC "
               b"/P <</MCID 1>> BDC BT /F1 12 Tf 72 700 Td (Nine wins in a row.) Tj ET EMC "
               b"/Figure <</MCID 2>> BDC 0.2 0.4 0.8 rg 72 500 200 120 re f EMC")
    return assembled([
        b"<</Type /Catalog /Pages 2 0 R /MarkInfo <</Marked true>> /StructTreeRoot 6 0 R /Lang (en-US)>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /StructParents 0 "
        b"/Resources <</Font <</F1 5 0 R>>>>>>",
        stream(content),
        b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
        b"<</Type /StructTreeRoot /K 7 0 R /ParentTree 11 0 R /ParentTreeNextKey 1>>",
        b"<</Type /StructElem /S /Document /P 6 0 R /K [8 0 R 9 0 R 10 0 R]>>",
        b"<</Type /StructElem /S /H1 /P 7 0 R /Pg 3 0 R /K 0>>",
        b"<</Type /StructElem /S /P /P 7 0 R /Pg 3 0 R /K 1>>",
        b"<</Type /StructElem /S /Figure /P 7 0 R /Pg 3 0 R /K 2 /Alt (Bar chart of wins)>>",
        b"<</Nums [0 [8 0 R 9 0 R 10 0 R]]>>",
    ])


def cve_2024_4367_pdf(code="window.hacked=true;fetch('/beacon',{method:'POST'});"):
    """A font whose matrix carries a string, which a vulnerable pdf.js compiles into a function (CVE-2024-4367)."""
    escaped = code.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode()
    program, clear, secret = type1_font()
    return assembled([
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>",
        # Rendering mode 7 needs the outlines of letters as paths, which is where the function is made.
        stream(b"BT /F1 48 Tf 7 Tr 40 140 Td (AAA) Tj ET"),
        b"<</Type /Font /Subtype /Type1 /BaseFont /EVIL /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor 6 0 R "
        b"/FontMatrix [0.001 0 0 0.001 0 (0\\);" + escaped + b"//)]>>",
        b"<</Type /FontDescriptor /FontName /EVIL /Flags 4 /FontBBox [0 0 600 700] /ItalicAngle 0 /Ascent 700 /Descent 0 "
        b"/CapHeight 700 /StemV 80 /FontFile 7 0 R>>",
        stream(program, f"/Length1 {clear} /Length2 {secret} /Length3 0 ".encode()),
    ])


# Character maps that a file may name without containing them: collection, map, how Python calls the code, and a text.
CHARACTER_MAPS = [
    ("Japan1", "UniJIS-UCS2-H", "utf-16-be", "成績証明書"), ("Japan1", "UniJIS-UCS2-HW-H", "utf-16-be", "東京高校"),
    ("Japan1", "UniJIS-UTF16-H", "utf-16-be", "推薦状"), ("Japan1", "90ms-RKSJ-H", "cp932", "野球部"),
    ("Japan1", "EUC-H", "euc_jp", "大学"), ("GB1", "UniGB-UCS2-H", "utf-16-be", "成绩单"),
    ("GB1", "UniGB-UTF16-H", "utf-16-be", "推荐信"), ("GB1", "GBK-EUC-H", "gbk", "北京大学"),
    ("GB1", "GB-EUC-H", "gb2312", "学生"), ("CNS1", "UniCNS-UCS2-H", "utf-16-be", "成績單"),
    ("CNS1", "UniCNS-UTF16-H", "utf-16-be", "推薦信"), ("CNS1", "ETen-B5-H", "big5", "臺灣大學"),
    ("CNS1", "HKscs-B5-H", "big5hkscs", "香港"), ("Korea1", "UniKS-UCS2-H", "utf-16-be", "성적증명서"),
    ("Korea1", "UniKS-UTF16-H", "utf-16-be", "추천서"), ("Korea1", "KSCms-UHC-H", "cp949", "서울대학교"),
    ("Korea1", "KSC-EUC-H", "euc_kr", "학생"),
]


def cjk_pdf(maps=CHARACTER_MAPS):
    """A line for each of these maps, with fonts that are not in the file."""
    fonts, lines, objects = [], [], []
    for number, (collection, name, code, text) in enumerate(maps):
        at = 5 + 3 * number
        fonts.append(b"/F%d %d 0 R" % (number, at))
        lines.append(b"BT /F%d 20 Tf 72 %d Td <%s> Tj ET" % (number, 780 - 40 * number, text.encode(code).hex().encode()))
        objects += [
            b"<</Type /Font /Subtype /Type0 /BaseFont /Some-Light /Encoding /%s /DescendantFonts [%d 0 R]>>" % (
                name.encode(), at + 1),
            b"<</Type /Font /Subtype /CIDFontType0 /BaseFont /Some-Light /CIDSystemInfo <</Registry (Adobe) /Ordering (%s) "
            b"/Supplement 0>> /DW 1000 /FontDescriptor %d 0 R>>" % (collection.encode(), at + 2),
            b"<</Type /FontDescriptor /FontName /Some-Light /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 "
            b"/Descent -200 /CapHeight 700 /StemV 80>>",
        ]
    return assembled([
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <<" + b" ".join(fonts)
        + b">>>>>>",
        stream(b"\n".join(lines)),
        *objects,
    ])


def form_pdf(rotation=0):
    """A filled form: fields without pictures, one with the picture of the empty field, one with its own, one that is hidden."""
    fields = [
        b"/FT /Tx /T (name) /V (Kim Example) /TU (Your name) /DA (/Helv 12 Tf 0 0 1 rg)",
        b"/FT /Tx /T (city) /V " + b"<FEFF" + "Łódź 東京".encode("utf-16-be").hex().encode() + b">",
        b"/FT /Tx /T (essay) /Ff 4096 /V (First line\\nSecond line) /DA (/Helv 0 Tf 0 g)",
        b"/FT /Tx /T (locked) /Ff 1 /V (Not to be changed) /Q 1",
        b"/FT /Tx /T (code) /Ff 16777216 /MaxLen 6 /V (94110)",
        b"/FT /Ch /T (position) /Ff 131072 /Opt [[(g) (Guard)] [(f) (Forward)]] /V (f)",
        b"/FT /Ch /T (seasons) /Ff 2097152 /Opt [(Spring) (Autumn) (Winter)] /V [(Spring) (Winter)]",
        b"/FT /Tx /T (left) /V (Picture of the empty field) /AP <</N 6 0 R>>",
        b"/FT /Tx /T (drawn) /V (Not this one) /AP <</N 7 0 R>>",
        b"/FT /Tx /T (hidden) /V (Hidden) /F 2",
        b"/FT /Tx /T (secret) /Ff 8192 /V (Password)",
        b"/FT /Tx /T (empty) /V ()",
    ]
    widgets = [
        b"<</Type /Annot /Subtype /Widget /F 4 /Rect [72 %d 372 %d] /P 3 0 R %s>>" % (740 - 56 * row, 780 - 56 * row, field)
        if b"/F 2" not in field else
        b"<</Type /Annot /Subtype /Widget /Rect [72 %d 372 %d] /P 3 0 R %s>>" % (740 - 56 * row, 780 - 56 * row, field)
        for row, field in enumerate(fields)]
    kids = b" ".join(b"%d 0 R" % (8 + row) for row in range(len(fields)))
    picture = b"/Type /XObject /Subtype /Form /BBox [0 0 300 40] /Resources <</Font <</Helv 5 0 R>>>> "
    return assembled([
        b"<</Type /Catalog /Pages 2 0 R /AcroForm <</NeedAppearances true /DA (/Helv 12 Tf 0 g) /DR <</Font <</Helv 5 0 R>>>> "
        b"/Fields [" + kids + b"]>>>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate %d /Contents 4 0 R /Resources <<>> /Annots [" % rotation
        + kids + b"]>>",
        stream(b""),
        b"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>",
        stream(b"/Tx BMC EMC", picture),
        stream(b"/Tx BMC q BT /Helv 12 Tf 0 g 2 12 Td (Drawn) Tj ET Q EMC", picture),
        *widgets,
    ])


def portfolio_pdf():
    """A cover, and a file that is attached to it."""
    return assembled([
        b"<</Type /Catalog /Pages 2 0 R /Collection <</Type /Collection /View /D>> "
        b"/Names <</EmbeddedFiles <</Names [(grades.txt) 5 0 R]>>>>>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <<>>>>",
        stream(b"0.2 0.4 0.8 rg 72 500 200 120 re f"),
        b"<</Type /Filespec /F (grades.txt) /UF (grades.txt) /EF <</F 6 0 R>>>>",
        stream(b"A, A, B", b"/Type /EmbeddedFile "),
    ])


def type1_font():
    """A Type 1 font of one letter whose head has no FontMatrix, so that the one of the PDF counts."""
    def encrypt(data, key):
        out = bytearray()
        for byte in data:
            cipher = byte ^ (key >> 8)
            key = ((cipher + key) * 52845 + 22719) & 0xFFFF
            out.append(cipher)
        return bytes(out)

    def number(value):
        if -107 <= value <= 107:
            return bytes([value + 139])
        if 108 <= value <= 1131:
            return bytes([(value - 108) // 256 + 247, (value - 108) % 256])
        return bytes([(-value - 108) // 256 + 251, (-value - 108) % 256])

    def glyph(*parts):
        body = b"".join(number(part) if isinstance(part, int) else part for part in parts)
        return encrypt(b"\0\0\0\0" + body, 4330)

    wide, move, line, close, end = b"\x0d", b"\x15", b"\x05", b"\x09", b"\x0e"
    letter_a = glyph(50, 600, wide, 0, 0, move, 500, 0, line, -250, 700, line, close, end)
    missing = glyph(0, 600, wide, end)
    clear = (b"%!PS-AdobeFont-1.0: EVIL\n11 dict begin\n/FontName /EVIL def\n/PaintType 0 def\n/FontType 1 def\n"
             b"/Encoding StandardEncoding def\n/FontBBox {0 0 600 700} readonly def\ncurrentdict end\ncurrentfile eexec\n")
    private = (b"dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n"
               b"/ND {noaccess def} executeonly def\n/BlueValues [] def\n/lenIV 4 def\n"
               b"2 index /CharStrings 2 dict dup begin\n"
               + b"/.notdef %d RD " % len(missing) + missing + b" ND\n"
               + b"/A %d RD " % len(letter_a) + letter_a + b" ND\nend\nend\nreadonly put\nmark currentfile closefile\n")
    secret = encrypt(b"\0\0\0\0" + private, 55665)
    return clear + secret, len(clear), len(secret)


def stream(data, extra=b""):
    return b"<<" + extra + b"/Length %d>>\nstream\n" % len(data) + data + b"\nendstream"


def assembled(objects):
    """A file of these objects, numbered from 1; the first is the catalog."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def all_samples():
    """Name to bytes."""
    long = long_pdf()
    return {
        "long": long, "mixed": mixed_pdf(), "short": short_pdf(), "blank": blank_pdf(), "encrypted": encrypted_pdf(),
        "links": links_pdf(), "tagged": tagged_pdf(), "cve": cve_2024_4367_pdf(),
        "truncated": long[: len(long) * 2 // 5], "garbage": b"%PDF-1.7\n" + b"This is no PDF at all. " * 40,
    }
