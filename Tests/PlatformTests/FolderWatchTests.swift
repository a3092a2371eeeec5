import CompassTesting
import Glibc
import Testing

@testable import Platform

/// Folders and what happens in them.
@Suite(.timeLimit(.minutes(2))) struct FolderWatchTests {
    /// The first change that fits; changes before it are dropped.
    static func first(
        of watch: FolderWatch, where matches: (FolderChange) -> Bool
    ) async -> FolderChange? {
        for await changes in watch.changes {
            if let change = changes.first(where: matches) { return change }
        }
        return nil
    }

    @Test("a file that is written, renamed and removed is told by folder and name, in order")
    func entries() async throws {
        let folder = try TestFolder()
        let watch = try FolderWatch(quiet: .milliseconds(50))
        try watch.add(folder.path)
        try Files.replace(folder.path.appending("a"), with: [1])
        folder.path.appending("a").withCString { _ = unlink($0) }
        folder.path.appending("last").withCString { _ = close(creat($0, 0o600)) }
        var all: [FolderChange] = []
        for await changes in watch.changes {
            all += changes
            if all.contains(.entry(.written, folder: folder.path, name: "last")) { break }
        }
        let named = all.filter { if case .entry(_, _, let name) = $0 { name == "a" } else { false } }
        #expect(
            named == [
                .entry(.movedIn, folder: folder.path, name: "a"), .entry(.written, folder: folder.path, name: "a"),
                .entry(.removed, folder: folder.path, name: "a"),
            ])
        #expect(all.contains { if case .entry(.movedOut, _, _) = $0 { true } else { false } })
    }

    @Test("a folder that is removed is gone and not watched any more")
    func gone() async throws {
        let folder = try TestFolder()
        let inner = folder.path.appending("inner")
        try Files.createFolders(inner)
        let watch = try FolderWatch()
        try watch.add(inner)
        inner.withCString { _ = rmdir($0) }
        #expect(await Self.first(of: watch) { $0 == .gone(folder: inner) } != nil)
        #expect(watch.watched.isEmpty)
    }

    @Test("what is no folder cannot be watched, and the error says so")
    func noFolder() throws {
        let folder = try TestFolder()
        let file = folder.path.appending("file")
        try Files.replace(file, with: [])
        let watch = try FolderWatch()
        #expect(throws: SystemError("watch", on: file.description, code: ENOTDIR)) { try watch.add(file) }
        #expect(throws: SystemError("watch", on: "/nonexistent", code: ENOENT)) { try watch.add("/nonexistent") }
    }

    @Test("closing ends the changes and gives the descriptors back")
    func closing() async throws {
        let watch = try FolderWatch()
        try watch.add("/tmp")
        watch.close()
        watch.close()
        for await _ in watch.changes {}
    }

    @Test("a folder that is watched no longer is silent")
    func removing() async throws {
        let (silent, loud) = (try TestFolder(), try TestFolder())
        let watch = try FolderWatch()
        try watch.add(silent.path)
        try watch.add(loud.path)
        watch.remove(silent.path)
        watch.remove(silent.path)
        try Files.replace(silent.path.appending("a"), with: [])
        try Files.replace(loud.path.appending("b"), with: [])
        let change = await Self.first(of: watch) { if case .entry(_, _, "a") = $0 { true } else { $0 == last(loud) } }
        #expect(change == last(loud))
    }

    private func last(_ folder: TestFolder) -> FolderChange { .entry(.movedIn, folder: folder.path, name: "b") }

    @Test("the kernel's records are read whatever their length; a cut-off one is left out")
    func parsing() {
        func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
        let overflow = word(UInt32(bitPattern: -1)) + word(UInt32(IN_Q_OVERFLOW)) + word(0) + word(0)
        let named = word(3) + word(UInt32(IN_CREATE)) + word(0) + word(8) + Array("name".utf8) + [0, 0, 0, 0]
        let events = Inotify.parse(overflow + named)
        #expect(events.map(\.watch) == [-1, 3])
        #expect(events.map(\.mask) == [UInt32(IN_Q_OVERFLOW), UInt32(IN_CREATE)])
        #expect(events.map(\.name) == ["", "name"])
        for count in 0..<named.count { #expect(Inotify.parse(Array(named[..<count])).isEmpty) }
    }
}
