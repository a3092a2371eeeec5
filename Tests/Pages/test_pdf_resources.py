"""Time and memory; times are printed, not judged."""

import statistics

from library import count_kept


def test_first_page_of_600_is_there_and_a_jump_is_quick(pdf_viewer):
    times, jumps = [], []
    for _ in range(5):
        viewer = pdf_viewer()
        page = viewer.page
        page.goto(viewer.site.path("long", "/view"))
        page.wait_for_selector(".pdf-page canvas")
        times.append(page.evaluate("performance.now()"))
        jumps.append(page.evaluate("""async () => {
          const begin = performance.now();
          const field = document.querySelector(".pdf-number");
          field.value = "500";
          field.dispatchEvent(new Event("change"));
          const sheet = document.querySelectorAll(".pdf-page")[499];
          while (!sheet.querySelector("canvas")) await nextFrame();
          return performance.now() - begin;
        }"""))
        page.close()
    print(f"\nfirst page after {sorted(round(t) for t in times)} ms from navigation, median {statistics.median(times):.0f}; "
          f"jump to page 500: {sorted(round(j) for j in jumps)} ms")


def test_end_of_a_large_file_comes_with_its_beginning(pdf_viewer, pdf_site):
    viewer = pdf_viewer()
    viewer.open()
    size = int(viewer.data("size"))
    ranges = pdf_site.parts("long")
    end = (size - 16384) // 65536 * 65536
    assert sorted(ranges[:2]) == sorted(["bytes=0-131071", f"bytes={end}-{size - 1}"])
    assert len(set(ranges)) == len(ranges) and not any(wanted.startswith(f"bytes={end}-") for wanted in ranges[2:])


def test_size_that_is_wrong_does_no_harm(pdf_viewer, pdf_site, violations):
    violations.expect(r"^status 416: GET \S+/content ")
    for size in (200_000, 900_000):
        viewer = pdf_viewer()
        pdf_site.tell_size("long", size)
        viewer.open()
        assert viewer.data("size") == str(size)
        assert viewer.data("state") == "ready"


def test_memory_is_flat_after_opening_and_closing_twenty_times(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    viewer.let_leave()
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")

    def measure():
        cdp.send("HeapProfiler.enable")
        # What is only waiting to be collected does not count.
        values = {name: count_kept(cdp, name) for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}
        [worker] = page.workers
        heap = worker.evaluate("performance.memory ? performance.memory.usedJSHeapSize : 0")
        return {"heap": values["JSHeapUsedSize"] / 1e6, "nodes": values["Nodes"], "listeners": values["JSEventListeners"],
                "worker": heap / 1e6}

    def cycle(times):
        for _ in range(times):
            page.evaluate("leave(); begin();")
            viewer.until("document.querySelector('.pdf-page canvas')")
            page.keyboard.press("Tab")
            page.evaluate("document.querySelector('[aria-label=Pages]').click()")
            viewer.until("document.querySelector('.pdf-thumbnail canvas')")
        page.evaluate("leave()")
        viewer.frame()

    cycle(3)
    before = measure()
    cycle(20)
    after = measure()
    print(f"\nbefore {before}\nafter  {after}")
    assert after["heap"] - before["heap"] < 5
    assert after["nodes"] - before["nodes"] < 500
    assert after["listeners"] - before["listeners"] < 50
    assert len(page.workers) == 1


def test_memory_is_flat_while_scrolling_through_everything(pdf_viewer):
    viewer = pdf_viewer()
    page = viewer.open()
    pixels = page.evaluate("""async () => {
      const scroller = document.querySelector(".pdf-scroller");
      let most = 0;
      for (let number = 1; number <= 600; number += 6) {
        scroller.scrollTop = number * 740;
        for (let n = 0; n < 3; n += 1) await nextFrame();
        const sum = [...document.querySelectorAll("canvas")].reduce((total, each) => total + each.width * each.height, 0);
        most = Math.max(most, sum);
      }
      return most;
    }""")
    one = page.evaluate("(c => c.width * c.height)(document.querySelector('.pdf-page canvas'))")
    print(f"\nat most {pixels / one:.1f} canvases of a page")
    assert pixels <= 11 * one
