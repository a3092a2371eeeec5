import CompassTesting
import Glibc
import Testing

@testable import Platform

/// Watches that share a watcher, and times that tell nothing.
@Suite(.timeLimit(.minutes(2))) struct SharedFolderWatchTests {
    @Test("watches that share a watcher are each told of their own folders, by their own paths, with one instance")
    func sharing() async throws {
        let (folder, other) = (try TestFolder(), try TestFolder())
        let link = other.path.appending("link")
        #expect(folder.path.withCString { target in link.withCString { symlink(target, $0) } } == 0)
        let watcher = FolderWatcher()
        let instances = { (try Files.list("/proc/self/fd")).count { Self.isInotify($0) } }
        let before = try instances()
        let watches = (0..<20).map { _ in FolderWatch(sharing: watcher) }
        for (number, watch) in watches.enumerated() { try watch.add(number == 0 ? link : folder.path) }
        // Other tests have instances of their own, but not twenty.
        #expect(try instances() < before + 15)
        try Files.replace(folder.path.appending("a"), with: [])
        for (number, watch) in watches.enumerated() {
            let expected = FolderChange.entry(.movedIn, folder: number == 0 ? link : folder.path, name: "a")
            #expect(await FolderWatchTests.first(of: watch) { $0 == expected } != nil)
        }
        // One that goes, or looks away, leaves the others theirs.
        watches[1].close()
        watches[2].remove(folder.path)
        try watches[2].add(other.path)
        for await _ in watches[1].changes {}
        try Files.replace(folder.path.appending("b"), with: [])
        let change = await FolderWatchTests.first(of: watches[3]) {
            if case .entry(.movedIn, _, "b") = $0 { true } else { false }
        }
        #expect(change != nil)
        try Files.replace(other.path.appending("c"), with: [])
        var seen: [FolderChange] = []
        for await changes in watches[2].changes {
            seen += changes
            if seen.contains(.entry(.movedIn, folder: other.path, name: "c")) { break }
        }
        #expect(!seen.contains { if case .entry(_, folder.path, "b") = $0 { true } else { false } })
    }

    @Test("a watcher whose watches were all closed begins anew with the next one")
    func again() async throws {
        let folder = try TestFolder()
        let watcher = FolderWatcher()
        for _ in 0..<3 {
            let watch = FolderWatch(sharing: watcher)
            try watch.add(folder.path)
            try Files.replace(folder.path.appending("a"), with: [])
            let change = await FolderWatchTests.first(of: watch) {
                if case .entry(.movedIn, _, "a") = $0 { true } else { false }
            }
            #expect(change != nil)
            watch.close()
        }
    }

    private static func isInotify(_ name: Path) -> Bool {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = Path("/proc/self/fd").appending(name).withCString { readlink($0, &buffer, buffer.count) }
        return count > 0
            && String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
                == "anon_inode:inotify"
    }

    @Test("the times of a file tell it from what it may become once the clock has gone on, and not before")
    func blur() throws {
        let folder = try TestFolder()
        let path = folder.path.appending("a")
        path.withCString { _ = close(creat($0, 0o600)) }
        let status = try FileStatus.of(path)
        #expect(ChangeClock.blur(of: status, before: status.changed) == ChangeClock.step + ChangeClock.step / 4)
        #expect(ChangeClock.blur(of: status, before: status.changed + 1) == .zero)
        var whole = stat()
        whole.st_ctim.tv_sec = 7
        #expect(ChangeClock.blur(of: FileStatus(whole), before: 7_000_000_001) == .seconds(2))
        #expect(ChangeClock.blur(of: FileStatus(whole), before: 9_000_000_001) == .zero)
        #expect(ChangeClock.step > .zero && ChangeClock.step <= .milliseconds(20))
        #expect(ChangeClock.now() >= status.changed - 1_000_000_000)
    }
}
