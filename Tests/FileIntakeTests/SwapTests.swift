import CompassTesting
import Documents
import Glibc
import Pipelines
import Platform
import Testing

@testable import FileIntake

/// Somebody exchanges the folder that files are taken from for a link to a folder of somebody else, all the time.
@Suite struct SwapTests {
    private let folder: TestFolder
    private let victim: TestFolder
    private let inside: Path
    private let base: TrustedFolder
    private static let swaps = Nightly.isOn ? 3_000 : 150

    init() throws {
        folder = try TestFolder()
        victim = try TestFolder()
        inside = folder.path.appending("inbox/u1/videos")
        try folder.write("inbox/u1/videos/a.txt", Array("own".utf8))
        try victim.write("a.txt", Array("somebody else's".utf8))
        base = TrustedFolder(folder.path.appending("inbox"))
    }

    private func swapping(_ body: @escaping @Sendable (_ isReached: inout Bool) throws -> Void) async throws {
        let swap = try FolderSwap(
            inside, with: folder.path.appending("inbox/u1/evil"), leadingTo: victim.path)
        try await WorkerPool(name: "looks", width: 1).run { () throws -> Void in
            var isReached = false
            while swap.swaps < Self.swaps || !isReached { try body(&isReached) }
        }
        try await swap.stop()
        #expect(try Files.list(victim.path) == ["a.txt"])
        #expect(try Files.read(victim.path.appending("a.txt"), limit: 99) == Array("somebody else's".utf8))
    }

    @Test("no look and no run opens a file behind the link")
    func looks() async throws {
        let (path, base) = (inside.appending("a.txt"), base)
        let other = try FileStatus.of(victim.path.appending("a.txt"))
        try await swapping { isReached in
            switch FileGate(in: base).examine(path) {
            case .whole(_, let status):
                #expect(!status.isSameFile(as: other))
                isReached = true
            case .gone: break
            case let verdict: Issue.record("\(verdict)")
            }
            if let file = try? SourceFile(opening: path, in: base) { #expect(!file.status.isSameFile(as: other)) }
        }
    }

    @Test("no move and no deletion touches a file behind the link, even one that is asked for by what it is")
    func moves() async throws {
        let path = inside.appending("a.txt")
        let foreign = try identity(victim.path.appending("a.txt"))
        let mover = FileMover(root: folder.path, base: base)
        let target = folder.path.appending("inbox/u1/stolen/a.txt")
        try await swapping { isReached in
            do {
                try mover.move(path, expecting: foreign, to: target)
                Issue.record("it was moved")
            } catch FileMoveError.changed {
                isReached = true
            } catch {}
            #expect((try? mover.delete(path, expecting: foreign)) == nil)
        }
        #expect(try Files.list(folder.path.appending("inbox/u1/stolen")).isEmpty)
        #expect(try Files.list(inside) == ["a.txt"])
    }

    @Test("what is moved is the file that was looked at, and no target is made behind the link")
    func targets() async throws {
        let own = try Folder(opening: inside)
        let mover = FileMover(root: folder.path, base: base)
        let inside = inside
        try await swapping { isReached in
            let name = Path("b.txt")
            if try own.status(of: name) == nil {
                try own.open(name, flags: O_WRONLY | O_CREAT | O_EXCL).write(Array(name.text.utf8))
            }
            let path = inside.appending(name)
            let status = try #require(try own.status(of: name))
            let identity = SourceIdentity(
                path: path, device: status.device, inode: status.inode, size: status.size, modified: status.modified)
            do {
                let target = try mover.target(for: path, in: try mover.folder("done", of: "inbox/u1/videos"))
                try mover.move(path, expecting: identity, to: target)
                isReached = true
            } catch is FileMoveError {}
        }
        let done = try own.folder("done")
        #expect(try done.names().allSatisfy { $0.text.hasPrefix("b") })
    }

    @Test("folders of the workspace that are closed to pipelines are no targets, by whatever path")
    func closed() throws {
        let mover = FileMover(root: folder.path, base: base)
        for text in ["../../../.compass", "../../../secrets/x", "../../..", "\(folder.path)/.compass/objects", "/"] {
            let error = #expect(throws: FileMoveError.self, "\(text)") {
                try mover.folder(text, of: "inbox/u1/videos")
            }
            guard case .closed? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        }
        #expect(throws: Never.self) { try mover.folder("../../../.compass-done", of: "inbox/u1/videos") }
    }
}
