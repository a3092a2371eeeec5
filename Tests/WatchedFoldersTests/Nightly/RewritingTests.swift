import CompassTesting
import Engine
import Glibc
import Pipelines
import Platform
import Synchronization
import Testing

@testable import WatchedFolders

/// Files that are written anew in place, and to which something happens within milliseconds.
@Suite(.timeLimit(.minutes(4))) struct RewritingTests {
    /// What happens to a file without changing a byte of it.
    enum Metadata: String, CaseIterable, Sendable {
        case rights, times, formerTimes, name, secondName, owner
    }

    @Test(
        "W23: contents that are written in place are run, whatever happens to the file before its run opens it",
        arguments: Metadata.allCases)
    func beforeTheRun(_ change: Metadata) async throws {
        let bench = try await WatchBench()
        let path = bench.inbox.appending("a.txt")
        let isDone = Atomic(false)
        try await bench.watching(bench.intake()) {
            try bench.drop("a.txt", "first")
            await bench.processed(1)
            bench.behave { request in
                if !isDone.exchange(true, ordering: .relaxed) { change.make(to: path) }
                return .succeed
            }
            try bench.drop("a.txt", "other")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.sha256) == ["first", "other"].map(bench.digest))
        let entries = try await bench.entries()
        #expect(entries.map(\.sha256) == [bench.digest(of: "other")])
        #expect(entries.map(\.state) == [.settled])
    }

    @Test(
        "W23: contents are run once, whatever happens to the file while their run goes on", arguments: Metadata.allCases
    )
    func whileItRuns(_ change: Metadata) async throws {
        let bench = try await WatchBench()
        let door = Door()
        let path = bench.inbox.appending("a.txt")
        bench.behave { $0.file?.name == "a.txt" ? .wait(door) : .succeed }
        try await bench.watching(bench.intake()) {
            try bench.drop("a.txt", "a")
            await bench.begun.wait(for: 1)
            change.make(to: path)
            door.open()
            // A time that was set is what a writer leaves as well: then the run stores nothing, and there is another one.
            await bench.effects.wait(for: 1)
            try bench.drop("last.txt", "last")
            await bench.effects.wait { $0.last?.path.name == "last.txt" }
        }
        #expect(bench.effects.all.map(\.sha256) == ["a", "last"].map(bench.digest))
    }

    @Test("W23: contents that were put back before the run of others began are those that were processed: no run")
    func putBack() async throws {
        let bench = try await WatchBench()
        let path = bench.inbox.appending("a.txt")
        try await bench.watching(bench.intake()) {
            try bench.drop("a.txt", "first")
            await bench.processed(1)
            bench.behave { request in
                if request.file?.name == "a.txt" { try? Files.replaceInPlace(path, with: "first") }
                return .succeed
            }
            try bench.drop("a.txt", "other")
            await bench.line("watch-unchanged", about: "a.txt")
            try bench.drop("last.txt", "last")
            await bench.processed(2)
        }
        #expect(bench.effects.all.map(\.sha256) == ["first", "last"].map(bench.digest))
    }

    @Test("W17, W25: a file that was replaced while the process was dead is forgotten, and waits for nothing")
    func replacedWhileDead() async throws {
        let bench = try await WatchBench()
        bench.behave { _ in .dieBefore }
        try bench.drop("a.txt", "a")
        try await bench.intake().run()
        #expect(try await bench.entries().map(\.state) == [.taken])
        bench.behave { _ in .succeed }
        try bench.folder.write("outside.txt", Array("b".utf8))
        try bench.move("../outside.txt", "a.txt")
        let intake = bench.intake()
        try await bench.watching(intake) {
            await bench.processed(1)
            await bench.line("watch-forgotten", about: "a.txt")
            #expect(intake.status().waiting.isEmpty)
        }
        #expect(bench.effects.all.map(\.sha256) == [bench.digest(of: "b")])
        #expect(try await bench.entries().map(\.state) == [.settled])
    }
}

extension RewritingTests.Metadata {
    func make(to path: Path) {
        switch self {
        case .rights: path.withCString { _ = chmod($0, 0o600) }
        case .times: path.withCString { _ = utimensat(AT_FDCWD, $0, nil, 0) }
        case .formerTimes:
            let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
            path.withCString { _ = utimensat(AT_FDCWD, $0, times + times, 0) }
        case .name:
            let other = path.folder.appending("renamed.txt")
            path.withCString { old in other.withCString { _ = rename(old, $0) } }
        case .secondName:
            let other = path.folder.appending("linked.txt")
            path.withCString { old in other.withCString { _ = link(old, $0) } }
        case .owner: path.withCString { _ = chown($0, getuid(), getgid()) }
        }
    }
}

extension Files {
    /// As `echo TEXT > PATH` does.
    fileprivate static func replaceInPlace(_ path: Path, with text: String) throws {
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC)
        try file.write(Array(text.utf8))
    }
}
