"""Word documents and workbooks, written by hand: the few parts that they need, the same bytes each time."""

import zipfile
from xml.sax.saxutils import escape

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def _types(**parts):
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="application/vnd.openxmlformats-officedocument.{kind}+xml"/>'
        for name, kind in parts.items())
    return (
        f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        f'ContentType="application/xml"/>{overrides}</Types>')


def _relations(*targets):
    items = "".join(
        f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1))
    return f'{HEAD}<Relationships xmlns="{RELATIONS}">{items}</Relationships>'


def _write(path, parts):
    with zipfile.ZipFile(path, "w") as package:
        for name, text in parts.items():
            package.writestr(
                zipfile.ZipInfo(name, (2026, 11, 1, 12, 0, 0)), text, compress_type=zipfile.ZIP_DEFLATED)


def _paragraph(text, size=22, bold=False, after=120):
    weight = "<w:b/>" if bold else ""
    return (
        f'<w:p><w:pPr><w:spacing w:after="{after}"/></w:pPr><w:r><w:rPr>{weight}<w:sz w:val="{size}"/></w:rPr>'
        f'<w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>')


def write_docx(path, title, sections):
    """`sections`: headings with their paragraphs."""
    body = _paragraph(title, 36, True, 200)
    for heading, paragraphs in sections:
        body += _paragraph(heading, 26, True) + "".join(_paragraph(text) for text in paragraphs)
    _write(path, {
        "[Content_Types].xml": _types(**{"word/document.xml": "wordprocessingml.document.main"}),
        "_rels/.rels": _relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": _relations(),
        "word/document.xml":
            f'{HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}'
            '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1080" w:right="1080" w:bottom="1080" w:left="1080" '
            'w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>',
    })


def _cell(column, row, value):
    place = f"{chr(ord('A') + column)}{row}"
    if isinstance(value, (int, float)):
        return f'<c r="{place}"><v>{value}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(str(value))}</t></is></c>'


def write_xlsx(path, sheets):
    """`sheets`: names with their rows."""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    numbers = range(1, len(sheets) + 1)
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>' for number, name in zip(numbers, sheets))
    parts = {
        "[Content_Types].xml": _types(
            **{"xl/workbook.xml": "spreadsheetml.sheet.main"},
            **{f"xl/worksheets/sheet{number}.xml": "spreadsheetml.worksheet" for number in numbers}),
        "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'{HEAD}<workbook {main} xmlns:r="{OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(
            *(("worksheet", f"worksheets/sheet{number}.xml") for number in numbers)),
    }
    for number, rows in zip(numbers, sheets.values()):
        data = "".join(
            f'<row r="{row}">{"".join(_cell(column, row, value) for column, value in enumerate(values))}</row>'
            for row, values in enumerate(rows, 1))
        parts[f"xl/worksheets/sheet{number}.xml"] = f"{HEAD}<worksheet {main}><sheetData>{data}</sheetData></worksheet>"
    _write(path, parts)
