import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@testable import WatchedFolders

@Suite struct SwapTests {
    @Test(
        "while a user's folder is exchanged for a link to somebody else's, not one file of that is run, moved or deleted",
        arguments: [FileAction.move("done"), .delete, .keep])
    func swapped(_ action: FileAction) async throws {
        let bench = try await WatchBench()
        let victim = try TestFolder()
        let names = (0..<20).map { "f\($0).txt" }
        for name in names {
            try bench.drop(Path("u1/videos/\(name)"), "own \(name)")
            try victim.write(Path(name), Array("somebody else's \(name)".utf8))
        }
        let folder = bench.inbox.appending("u1/videos")
        let own = try Folder(opening: folder)
        let before = try Files.list(victim.path)
        let swap = try FolderSwap(folder, with: bench.inbox.appending("u1/evil"), leadingTo: victim.path)
        let intake = bench.intake(path: "inbox/{user}/videos") { trigger in
            trigger.onSuccess = action
            trigger.onRejected = action
        }
        try await bench.watching(intake) {
            var number = 0
            while swap.swaps < (Nightly.isOn ? 4_000 : 100) || bench.effects.all.isEmpty {
                intake.rescan()
                // What is written by its descriptor comes whatever the folder's name leads to.
                let name = Path("n\(number % 50).txt")
                number += 1
                try own.open(name, flags: O_WRONLY | O_CREAT).write(Array("own \(number)".utf8))
                await Task.yield()
            }
            try await swap.stop()
        }
        let stolen = Set(names.map { FileDigest.of("somebody else's \($0)") })
        #expect(bench.effects.all.allSatisfy { !stolen.contains($0.sha256) })
        #expect(try Files.list(victim.path) == before)
        for name in names {
            let bytes = try Files.read(victim.path.appending(Path(name)), limit: 99)
            #expect(bytes == Array("somebody else's \(name)".utf8))
        }
    }

    @Test("a path whose folders are links is neither looked at nor identified nor watched below the trusted folder")
    func linked() async throws {
        let bench = try await WatchBench()
        let victim = try TestFolder()
        try victim.write("a.txt", Array("somebody else's".utf8))
        try Files.createFolders(bench.inbox.appending("u1"))
        let link = bench.inbox.appending("u1/videos")
        try systemCall("link") { victim.path.withCString { to in link.withCString { symlink(to, $0) } } }
        let trigger = WatchTrigger(path: "inbox/{user}/videos")
        let rules = try WatchRules(trigger, of: bench.pipeline(trigger), root: bench.folder.path)
        let path = link.appending("a.txt")
        #expect(PathInspection.identify(path, rules) == nil)
        guard case .gone = PathInspection.at(path, rules, isKnown: { _ in false }).result else {
            return #expect(Bool(false), "it was looked at")
        }
        let report = FolderScan(rules: rules, enter: { _, _ in }, sift: { $0 }, isStopped: { false })
            .run(starts: [link], number: 0, limit: 10)
        #expect(report.found.isEmpty)
        #expect(FileDigest.of(path, in: rules.trusted) == nil)
    }

    @Test("neither the workspace's state nor its secrets are looked into, whatever a pattern matches")
    func privateFolders() async throws {
        let bench = try await WatchBench()
        for name in ["secrets/key", ".compass/x", "u1/a.txt"] as [Path] { try bench.folder.write(name, [1]) }
        let trigger = WatchTrigger(path: "{user}")
        let rules = try WatchRules(trigger, of: bench.pipeline(trigger), root: bench.folder.path)
        for starts in [nil, [bench.folder.path.appending("secrets")]] as [[Path]?] {
            let report = FolderScan(rules: rules, enter: { _, _ in }, sift: { $0 }, isStopped: { false })
                .run(starts: starts, number: 0, limit: 10)
            #expect(report.found.map { rules.relative($0.path) } == (starts == nil ? ["u1/a.txt"] : []))
        }
        let path = bench.folder.path.appending("secrets/key")
        guard case .elsewhere = PathInspection.at(path, rules, isKnown: { _ in false }).result else {
            return #expect(Bool(false), "it was looked at")
        }
    }
}
