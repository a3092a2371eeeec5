"""PDF documents with headings, paragraphs and tables, the same bytes each time."""

import html

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import HRFlowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

INK = colors.HexColor("#1F2937")
PALE = colors.HexColor("#EEF2F7")


class Paper:
    """What is added stands below one another; `save` writes it."""

    def __init__(self, title, author, accent="#1D4E89", serif=False):
        self.title, self.author = title, author
        self.accent = colors.HexColor(accent)
        font, bold = ("Times-Roman", "Times-Bold") if serif else ("Helvetica", "Helvetica-Bold")
        self.fonts = font, bold
        self.body = ParagraphStyle("body", fontName=font, fontSize=10.5, leading=15, textColor=INK, spaceAfter=7)
        self.small = ParagraphStyle("small", self.body, fontSize=8.5, leading=11.5, spaceAfter=2)
        self.name = ParagraphStyle("name", self.body, fontName=bold, fontSize=21, leading=26, textColor=self.accent)
        self.heading = ParagraphStyle(
            "heading", self.body, fontName=bold, fontSize=12, leading=16, textColor=self.accent, spaceBefore=9, spaceAfter=4)
        self.story = []

    def letterhead(self, name, *lines):
        style = ParagraphStyle("head", self.name, alignment=TA_CENTER)
        below = ParagraphStyle("below", self.small, alignment=TA_CENTER)
        self.story += [Paragraph(html.escape(name), style), *(Paragraph(html.escape(line), below) for line in lines)]
        return self.rule()

    def rule(self):
        self.story.append(HRFlowable(width="100%", thickness=1.4, color=self.accent, spaceBefore=6, spaceAfter=10))
        return self

    def head(self, name, *lines):
        self.story.append(Paragraph(html.escape(name), self.name))
        self.story += [Paragraph(html.escape(line), self.small) for line in lines]
        return self.rule()

    def section(self, text):
        self.story.append(Paragraph(html.escape(text), self.heading))
        return self

    def text(self, *paragraphs):
        self.story += [Paragraph(html.escape(text), self.body) for text in paragraphs]
        return self

    def fine(self, *paragraphs):
        self.story += [Paragraph(html.escape(text), self.small) for text in paragraphs]
        return self

    def gap(self, inches=0.15):
        self.story.append(Spacer(1, inches * inch))
        return self

    def points(self, *texts):
        self.story += [Paragraph(f"•&nbsp; {html.escape(text)}", self.body) for text in texts]
        return self

    def table(self, rows, widths, head=True):
        cell = ParagraphStyle("cell", self.small, spaceAfter=0)
        cells = [[Paragraph(html.escape(str(value)), cell) for value in row] for row in rows]
        style = [
            ("GRID", (0, 0), (-1, -1), 0.4, colors.HexColor("#CBD5E1")), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
        ]
        if head:
            white = ParagraphStyle("headcell", cell, fontName=self.fonts[1], textColor=colors.white)
            cells[0] = [Paragraph(html.escape(str(value)), white) for value in rows[0]]
            style += [("BACKGROUND", (0, 0), (-1, 0), self.accent), ("ROWBACKGROUNDS", (0, 1), (-1, -1), [None, PALE])]
        self.story.append(
            Table(cells, [width * inch for width in widths], repeatRows=int(head), style=TableStyle(style)))
        return self.gap(0.1)

    def _footer(self, canvas, document):
        canvas.setFont(self.fonts[0], 8)
        canvas.setFillColor(colors.HexColor("#64748B"))
        canvas.drawString(0.9 * inch, 0.5 * inch, self.title)
        canvas.drawRightString(letter[0] - 0.9 * inch, 0.5 * inch, f"Page {document.page}")

    def save(self, path):
        template = SimpleDocTemplate(
            str(path), pagesize=letter, title=self.title, author=self.author, lang="en-US", leftMargin=0.9 * inch,
            rightMargin=0.9 * inch, topMargin=0.75 * inch, bottomMargin=0.85 * inch)
        template.build(
            self.story, onFirstPage=self._footer, onLaterPages=self._footer,
            canvasmaker=lambda *given, **options: Canvas(*given, **{**options, "invariant": 1}))
