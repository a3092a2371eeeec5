import CompassTesting
import Diagnostics
import Documents
import Engine
import FileIntake
import Glibc
import LocalStore
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// Files are taken when they are whole, and not before.
@Suite(.timeLimit(.minutes(4))) struct WaitingTests {
    @Test("W1, W3: a file that somebody has open for writing waits, is shown as such, and is taken once it is closed")
    func openWriter() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake()
        try await bench.watching(intake) {
            let writer = Held(try bench.open("a.txt"))
            try writer.file?.write(Array("one ".utf8))
            let line = await bench.line("watch-waiting", about: "a.txt")
            #expect(line?.fields.contains { $0.value == "open-for-writing" } == true)
            let waiting = intake.status().waiting
            #expect(waiting.map(\.reason) == [.openForWriting])
            #expect(waiting.map(\.path) == [bench.inbox.appending("a.txt")])
            #expect(bench.effects.all.isEmpty)
            try writer.file?.write(Array("two".utf8))
            writer.file = nil
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: "one two")])
    }

    @Test("W2: a writer that closes and opens again is waited for as long as `settle` says since its last change")
    func reopening() async throws {
        let bench = try await WatchBench()
        let intake = bench.intake { $0.settle = TimeSpan(milliseconds: 400) }
        try await bench.watching(intake) {
            for page in 0..<6 {
                try bench.open("scan.pdf.txt").write(Array("page \(page)\n".utf8))
            }
            await bench.processed(1)
        }
        let all = (0..<6).map { "page \($0)\n" }.joined()
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: all)])
    }

    @Test("W12: an empty file waits for its contents")
    func placeholder() async throws {
        let bench = try await WatchBench()
        try await bench.watching(bench.intake()) {
            try bench.drop("later.txt", "")
            await bench.line("watch-waiting", about: "later.txt")
            #expect(bench.effects.all.isEmpty)
            try bench.drop("later.txt", "now")
            await bench.processed(1)
        }
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: "now")])
    }

    @Test("W35: a file whose marker is missing waits for it; the marker goes with it, and one without a file is shown")
    func marker() async throws {
        let bench = try await WatchBench()
        let marker = try MarkerName("{name}.done")
        let intake = bench.intake { $0.doneFile = marker }
        try await bench.watching(intake) {
            try bench.drop("a.txt", "a")
            await bench.line("watch-waiting", about: "a.txt", for: "unmarked")
            #expect(intake.status().waiting.map(\.reason) == [.unmarked])
            try bench.drop("a.txt.done", "")
            await bench.processed(1)
            try bench.drop("b.txt.done", "")
            intake.rescan()
            await bench.line("watch-ignored", about: "b.txt.done")
        }
        #expect(bench.effects.all.map(\.path) == [bench.inbox.appending("a.txt")])
        #expect(!bench.exists("a.txt.done"))
        #expect(bench.exists("b.txt.done"))
    }

    /// Closed when the test wants it.
    private final class Held {
        var file: FileDescriptor?

        init(_ file: FileDescriptor) {
            self.file = file
        }
    }
}
