"""Documents whose text or values need more than the file: character maps, forms, what is attached."""

import pytest
from pdf_samples import CHARACTER_MAPS, cjk_pdf, form_pdf, portfolio_pdf
from playwright.sync_api import expect

# How many dots of the page's picture are dark in the bands of lines that have `step` points each, from `top` on.
DARK = """({top, step, count}) => {
  const canvas = document.querySelector(".pdf-page canvas");
  const scale = canvas.height / 842;
  const context = canvas.getContext("2d");
  return Array.from({length: count}, (_, row) => {
    const {data} = context.getImageData(0, (top + row * step) * scale, canvas.width, step * scale);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] < 128) dark += 1;
    return dark;
  });
}"""
UNREADABLE = "Some text of this document cannot be shown here. Download it to read all of it."
PORTFOLIO = (
    "This PDF is a portfolio: it has files attached to it, which are not shown here. "
    "Download it and open it with a PDF program to see them.")
SHOWN = [
    "Kim Example", "Łódź 東京", "First line\nSecond line", "Not to be changed", "94110", "Forward", "Spring\nWinter",
    "Picture of the empty field",
]


def opened(viewer, name, data):
    viewer.site.add(name, data)
    page = viewer.open(name)
    viewer.wait_drawn(1)
    return page


@pytest.mark.core("firefox")
def test_text_of_predefined_character_maps_is_drawn_and_can_be_found(pdf_viewer):
    viewer = pdf_viewer()
    page = opened(viewer, "cjk", cjk_pdf())
    assert page.locator(".pdf-text span").all_text_contents() == [text for _, _, _, text in CHARACTER_MAPS]
    dark = page.evaluate(DARK, {"top": 32, "step": 40, "count": len(CHARACTER_MAPS)})
    assert [name for (_, name, _, _), dots in zip(CHARACTER_MAPS, dark, strict=True) if dots < 20] == []
    expect(page.locator(".pdf-notice")).to_have_count(0)


@pytest.mark.core
def test_text_of_a_character_map_that_is_not_there_is_told_with_the_download(pdf_viewer):
    viewer = pdf_viewer()
    page = opened(viewer, "unmapped", cjk_pdf([("Japan1", "No-Such-Map-H", "utf-16-be", "成績")]))
    strip = page.locator(".pdf-notice")
    expect(strip.locator("p")).to_have_text(UNREADABLE)
    expect(strip.get_by_role("link", name="Download")).to_have_attribute("href", f"{viewer.site.content('unmapped')}?download=true")
    strip.get_by_role("button", name="Close").click()
    expect(strip).to_have_count(0)


@pytest.mark.core("firefox")
@pytest.mark.parametrize("rotation", [0, 90])
def test_values_of_fields_without_pictures_are_shown_within_their_fields(pdf_viewer, rotation):
    viewer = pdf_viewer()
    page = opened(viewer, "form", form_pdf(rotation))
    fields = page.locator(".pdf-field")
    expect(fields).to_have_count(len(SHOWN))
    assert [field.text_content() for field in fields.all()] == SHOWN
    sheet, first = page.locator(".pdf-page").bounding_box(), fields.first.bounding_box()
    place = [
        (first["x"] - sheet["x"]) / sheet["width"], (first["y"] - sheet["y"]) / sheet["height"],
        first["width"] / sheet["width"], first["height"] / sheet["height"]]
    left, top, width, height = 72 / 595, 62 / 842, 300 / 595, 40 / 842
    assert place == pytest.approx([left, top, width, height] if rotation == 0 else [1 - top - height, left, height, width], abs=0.01)
    # The value of the field that has a picture of it is drawn as before, and only that.
    dark = page.evaluate(DARK, {"top": 62, "step": 56, "count": 12}) if rotation == 0 else None
    assert dark is None or [row for row, dots in enumerate(dark) if dots > 0] == [8]


@pytest.mark.core
def test_values_of_fields_stay_in_their_fields_when_the_page_is_zoomed(pdf_viewer):
    viewer = pdf_viewer()
    page = opened(viewer, "form", form_pdf())
    before = [page.locator(".pdf-page").bounding_box(), page.locator(".pdf-field").first.bounding_box()]
    page.locator(".pdf-zoom").select_option("1.5")
    viewer.until("document.querySelector('.pdf').dataset.scale === '1.5000'")
    after = [page.locator(".pdf-page").bounding_box(), page.locator(".pdf-field").first.bounding_box()]
    assert after[1]["width"] / after[0]["width"] == pytest.approx(before[1]["width"] / before[0]["width"], abs=0.01)


@pytest.mark.core
def test_a_portfolio_tells_of_its_attached_files(pdf_viewer):
    viewer = pdf_viewer()
    page = opened(viewer, "portfolio", portfolio_pdf())
    expect(page.locator(".pdf-notice p")).to_have_text(PORTFOLIO)
    expect(page.locator(".pdf-frame > [role=status]")).to_have_text(PORTFOLIO)


@pytest.mark.core
def test_a_document_without_anything_of_it_tells_nothing(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open("short")
    viewer.wait_drawn(1)
    expect(page.locator(".pdf-notice, .pdf-field")).to_have_count(0)
