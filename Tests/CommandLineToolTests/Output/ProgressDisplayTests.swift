import Synchronization
import Testing

@testable import CommandLineTool

@Suite struct ProgressDisplayTests {
    /// A screen whose time is set by hand.
    private final class Screen: Sendable {
        let state = Mutex((now: Duration.zero, written: [String]()))

        func display(_ style: ProgressStyle, width: Int? = 80) -> ProgressDisplay {
            ProgressDisplay(
                style: style, width: width, write: { text in self.state.withLock { $0.written.append(text) } },
                now: { self.state.withLock { $0.now } })
        }

        func pass(_ milliseconds: Int) {
            state.withLock { $0.now += .milliseconds(milliseconds) }
        }

        /// What was written since the last call, control sequences shown.
        func take() -> [String] {
            state.withLock { state in
                defer { state.written = [] }
                return state.written.map {
                    $0.split(separator: "\u{1B}", omittingEmptySubsequences: false).joined(separator: "^")
                }
            }
        }
    }

    @Test("an upload shows bytes, rate and time left in one line that is rewritten, at most every 100 ms")
    func upload() {
        let screen = Screen()
        let display = screen.display(.live)
        display.started("a", name: "clip.mp4")
        #expect(screen.take() == ["› clip.mp4\n"])
        display.entered("a", stage: "upload")
        display.advanced("a", done: 0, total: 1_000_000_000)
        #expect(screen.take() == [], "within 100 ms nothing is drawn")
        screen.pass(200)
        display.advanced("a", done: 50_000_000, total: 1_000_000_000)
        #expect(screen.take() == ["^[1A^[J› clip.mp4  upload  5%  50.0 MB of 1.0 GB  250.0 MB/s  4 s left\n"])
        for _ in 0..<1_000 { display.advanced("a", done: 50_000_001, total: 1_000_000_000) }
        #expect(screen.take() == [])
        screen.pass(1_000)
        display.advanced("a", done: 1_000_000_000, total: 1_000_000_000)
        #expect(screen.take() == ["^[1A^[J› clip.mp4  upload  100%  1.0 GB of 1.0 GB  460.0 MB/s\n"])
        display.entered("a", stage: "notify")
        display.finished("a", .succeeded, detail: "version 1", milliseconds: 1_234)
        #expect(screen.take() == ["^[1A^[J✓ clip.mp4  succeeded  version 1  (1.2 s)\n"])
        display.end()
        #expect(screen.take() == [], "one file needs no summary")
    }

    @Test("what came of a file goes on in further lines of a narrow terminal, and stays in one elsewhere")
    func narrow() {
        let screen = Screen()
        let detail = "version 1 of `clip`, a new Highlight Video, id 0195d2f0-1234-7abc"
        for style in [ProgressStyle.live, .plain] {
            let display = screen.display(style, width: 40)
            display.started("a", name: "clip.mp4")
            display.started("b", name: "The whole season of 2026.mp4")
            _ = screen.take()
            display.finished("a", .succeeded, detail: detail, milliseconds: 5)
            display.finished("b", .succeeded, detail: detail, milliseconds: 5)
            let written = screen.take().joined().replacing("^[1A^[J", with: "").replacing("^[2A^[J", with: "")
            let lines = written.split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= 40 } && lines.count > 4, "\(written)")
            #expect(written.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(detail), "\(written)")
        }
        let pipe = screen.display(.plain, width: nil)
        pipe.started("a", name: "clip.mp4")
        pipe.finished("a", .succeeded, detail: detail, milliseconds: 5)
        #expect(screen.take() == ["clip.mp4: started\n", "clip.mp4: succeeded  \(detail)  (5.0 ms)\n"])
    }

    @Test("finished files stay, running ones are redrawn below them, and the summary counts")
    func several() {
        let screen = Screen()
        let display = screen.display(.live)
        for name in ["a", "b", "c"] {
            display.started(name, name: "\(name).pdf")
            screen.pass(100)
        }
        #expect(screen.take() == ["› a.pdf\n", "^[1A^[J› a.pdf\n› b.pdf\n", "^[2A^[J› a.pdf\n› b.pdf\n› c.pdf\n"])
        display.finished("b", .rejected, detail: "Invalid file type.", milliseconds: 5)
        #expect(screen.take() == ["^[3A^[J✗ b.pdf  rejected  Invalid file type.  (5.0 ms)\n", "› a.pdf\n› c.pdf\n"])
        display.finished("a", .succeeded, detail: "", milliseconds: 5)
        #expect(screen.take() == ["^[2A^[J✓ a.pdf  succeeded  (5.0 ms)\n"], "the rest is not due yet")
        display.finished("c", .failed, detail: "disk full", milliseconds: 5)
        #expect(screen.take() == ["✗ c.pdf  failed  disk full  (5.0 ms)\n"])
        display.end()
        #expect(screen.take() == ["3 files: 1 succeeded, 1 rejected, 1 failed in 300.0 ms\n"])
    }

    @Test("many running files take a limited part of the screen, and lines never reach its edge")
    func many() {
        let screen = Screen()
        let display = screen.display(.live, width: 20)
        for number in 0..<12 { display.started("\(number)", name: "a-rather-long-name-\(number).pdf") }
        screen.pass(100)
        display.entered("0", stage: "upload")
        let drawn = screen.take().last ?? ""
        let lines = drawn.split(separator: "\n")
        #expect(lines.count == ProgressDisplay.maxLiveLines + 1)
        #expect(lines.last == "  and 4 more")
        #expect(lines.dropFirst().allSatisfy { DisplayWidth.of($0) <= 19 }, "\(lines)")
        display.end()
        #expect(screen.take() == ["^[9A^[J"])
    }

    @Test("a pipe gets a line at the start and one at the end, without control sequences")
    func plain() {
        let screen = Screen()
        let display = screen.display(.plain)
        display.started("a", name: "clip.mp4")
        display.entered("a", stage: "upload")
        screen.pass(1_000)
        display.advanced("a", done: 1, total: 2)
        display.finished("a", .failed, detail: "disk full", milliseconds: 1_000)
        display.started("b", name: "b.pdf")
        display.finished("b", .cancelled, detail: "", milliseconds: 1)
        display.finished("c", name: "c.pdf", .succeeded, detail: "nothing to do", milliseconds: nil)
        display.end()
        #expect(
            screen.take() == [
                "clip.mp4: started\n", "clip.mp4: failed  disk full  (1.0 s)\n", "b.pdf: started\n",
                "b.pdf: cancelled  (1.0 ms)\n", "c.pdf: succeeded  nothing to do\n",
                "3 files: 1 succeeded, 1 failed, 1 cancelled in 1.0 s\n",
            ])
    }

    @Test("with --json nothing is shown")
    func silent() {
        let screen = Screen()
        let display = screen.display(.silent)
        display.started("a", name: "clip.mp4")
        display.advanced("a", done: 1, total: 2)
        display.finished("a", .succeeded, detail: "", milliseconds: 1)
        display.end()
        #expect(screen.take() == [])
    }
}
