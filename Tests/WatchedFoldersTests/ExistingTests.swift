import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

/// Files that are there when a watch begins which is not to take them.
@Suite(.timeLimit(.minutes(4))) struct ExistingTests {
    @Test("what was there before the first start is not taken, also not by a later start")
    func onlyNew() async throws {
        let bench = try await WatchBench()
        try bench.drop("old.txt", "old")
        try await bench.watching(bench.intake { $0.takesExisting = false }) {
            try bench.drop("new.txt", "new")
            await bench.processed(1)
        }
        try bench.drop("between.txt", "between")
        try await bench.watching(bench.intake { $0.takesExisting = false }) { await bench.processed(2) }
        #expect(bench.effects.all.map(\.path.name) == ["new.txt", "between.txt"])
    }

    @Test("what is left alone stays so whatever happens to its rights and names, until its contents change")
    func leftAlone() async throws {
        let bench = try await WatchBench()
        let old = try bench.drop("old.txt", "old")
        try await bench.watching(bench.intake { $0.takesExisting = false }) {
            old.withCString { _ = chmod($0, 0o600) }
            bench.link(old, bench.inbox.appending("second.txt"))
            await bench.line("watch-ignored", about: "second.txt")
            try bench.drop("new.txt", "new")
            await bench.processed(1)
            try bench.drop("old.txt", "written")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.sha256) == ["new", "written"].map(bench.digest))
    }
}
