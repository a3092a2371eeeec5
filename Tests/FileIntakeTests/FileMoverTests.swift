import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@testable import FileIntake

@Suite struct FileMoverTests: FileMoverSuite {
    let folder: TestFolder
    let mover: FileMover

    init() throws {
        folder = try TestFolder()
        mover = FileMover(root: folder.path)
    }

    @Test("a file is moved to a folder that is made for it, with its inode, time and mode")
    func moved() throws {
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        let before = try FileStatus.of(path)
        let target = try move(path)
        let after = try FileStatus.of(target)
        #expect(target == folder.path.appending("done/clip.mp4"))
        #expect(after.inode == before.inode && after.modified == before.modified && after.mode == before.mode)
        #expect(try files() == ["done/clip.mp4"])
    }

    @Test("W21: a name that is taken gets a number; neither a file nor a reason of another one is overwritten")
    func numbered() throws {
        for number in 1...5 {
            try move(try folder.write("in/clip.mp4", Array("\(number)".utf8)))
        }
        #expect(
            try files() == ["clip-2.mp4", "clip-3.mp4", "clip-4.mp4", "clip-5.mp4", "clip.mp4"].map { "done/\($0)" })
        #expect(try read(folder.path.appending("done/clip-4.mp4")) == "4")
        try folder.write("done/a.txt.reason.json", [])
        #expect(
            try mover.target(for: "in/a.txt", in: folder.path.appending("done")).name == "a-2.txt")
    }

    @Test("a move that is asked for again is done")
    func again() throws {
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        let expected = try identity(path)
        let target = try move(path)
        try mover.move(path, expecting: expected, to: target)
        // A new file has come under the old name meanwhile: it stays.
        try folder.write("in/clip.mp4", Array("two".utf8))
        try mover.move(path, expecting: expected, to: target)
        #expect(try read(path) == "two" && read(target) == "one")
        #expect(try files() == ["done/clip.mp4", "in/clip.mp4"])
    }

    @Test("W17, W22: a file that was written or replaced since is not moved, and not deleted")
    func changed() throws {
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        let expected = try identity(path)
        try folder.write("in/clip.mp4", Array("two".utf8))
        #expect(throws: FileMoveError.changed(path)) { try move(path, as: expected) }
        #expect(throws: FileMoveError.changed(path)) { try mover.delete(path, expecting: expected) }
        let written = try identity(path)
        do {
            let writer = try FileDescriptor.open(path, flags: O_WRONLY | O_APPEND)
            try writer.write(Array("more".utf8))
        }
        #expect(throws: FileMoveError.changed(path)) { try move(path, as: written) }
        #expect(try files() == ["in/clip.mp4"])
        #expect(try read(path) == "twomore")
    }

    @Test("W31: a file that is neither there nor at its target is gone, and its folder may be too")
    func gone() throws {
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        let expected = try identity(path)
        let target = folder.path.appending("done/clip.mp4")
        #expect(path.withCString { unlink($0) } == 0)
        #expect(throws: FileMoveError.gone(path)) { try mover.move(path, expecting: expected, to: target) }
        #expect(path.folder.withCString { rmdir($0) } == 0)
        #expect(throws: FileMoveError.gone(path)) { try mover.move(path, expecting: expected, to: target) }
        try mover.delete(path, expecting: expected)
    }

    @Test("a target that another file has taken meanwhile is told, and stays")
    func taken() throws {
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        let target = try folder.write("done/clip.mp4", Array("two".utf8))
        #expect(throws: FileMoveError.taken(target)) {
            try mover.move(path, expecting: identity(path), to: target)
        }
        #expect(try read(path) == "one" && read(target) == "two")
    }

    @Test("a deletion removes the file and nothing else, and may be asked for again")
    func delete() throws {
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        try folder.write("in/other.mp4", Array("one".utf8))
        let expected = try identity(path)
        try mover.delete(path, expecting: expected)
        try mover.delete(path, expecting: expected)
        #expect(try files() == ["in/other.mp4"])
    }

    @Test("W25: a deletion that died after the file was hidden is finished; what has its name by then stays")
    func deletionCutShort() throws {
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        let expected = try identity(path)
        let parts = [expected.device, expected.inode, UInt64(bitPattern: expected.modified)]
        let hidden = path.folder.appending(
            Path(".compass-delete-" + parts.map { String($0, radix: 16) }.joined(separator: "-")))
        func hide() throws {
            try systemCall("rename") { path.withCString { path in hidden.withCString { rename(path, $0) } } }
        }
        try hide()
        // What it was moved to is gone: it is moved as if nothing had been.
        try mover.move(path, expecting: expected, to: folder.path.appending("done/clip.mp4"))
        #expect(try files() == ["done/clip.mp4"])
        let again = try identity(try folder.write("in/clip.mp4", Array("two".utf8)))
        let moreParts = [again.device, again.inode, UInt64(bitPattern: again.modified)]
        let other = path.folder.appending(
            Path(".compass-delete-" + moreParts.map { String($0, radix: 16) }.joined(separator: "-")))
        try systemCall("rename") { path.withCString { path in other.withCString { rename(path, $0) } } }
        try folder.write("in/clip.mp4", Array("three".utf8))
        #expect(throws: FileMoveError.changed(path)) { try mover.delete(path, expecting: again) }
        #expect(try files() == ["done/clip.mp4", "in/clip.mp4"])
    }

    @Test("W34: folders are relative to the watched one, and stay inside of the workspace unless they are absolute")
    func folders() throws {
        let root = folder.path
        try Files.createFolders(root.appending("in/u1"))
        #expect(try mover.folder("done/", of: "in/u1") == root.appending("in/u1/done"))
        #expect(try mover.folder("./../../done//x", of: "in/u1") == root.appending("done/x"))
        #expect(try mover.folder(root.appending("a/../b").text, of: "in") == root.appending("b"))
        #expect(try mover.folder("/nowhere/x", of: "in") == "/nowhere/x")
        #expect(throws: FileMoveError.outside(folder: "../../x", root: root)) { try mover.folder("../../x", of: "in") }
        let other = try TestFolder()
        #expect(try mover.folder("done", of: other.path) == other.path.appending("done"))
        #expect(throws: FileMoveError.outside(folder: "../x", root: other.path)) {
            try mover.folder("../x", of: other.path)
        }
        #expect(
            FileMoveError.outside(folder: "../x", root: "/w").description
                == "../x is outside of /w; name a folder inside of it, or write the absolute path of another one.")
    }

    @Test("W19: a link that somebody has put in the place of the folder is not followed")
    func plantedLink() throws {
        let other = try TestFolder()
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        let planted = folder.path.appending("in/done")
        try systemCall("link") { other.path.withCString { to in planted.withCString { symlink(to, $0) } } }
        let wanted = try mover.folder("done", of: "in")
        let error = #expect(throws: FileMoveError.self) { try mover.target(for: path, in: wanted) }
        guard case .system(let system) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(system.code == ELOOP)
        #expect(throws: FileMoveError.self) {
            try mover.move(path, expecting: identity(path), to: wanted.appending("clip.mp4"))
        }
        #expect(try Files.list(other.path).isEmpty)
    }

    @Test("a watched folder behind a link of the workspace's owner works")
    func linkedWatch() throws {
        let other = try TestFolder()
        let link = folder.path.appending("in")
        try systemCall("link") { other.path.withCString { to in link.withCString { symlink(to, $0) } } }
        try other.write("clip.mp4", Array("one".utf8))
        let path = link.appending("clip.mp4")
        let mover = FileMover(root: folder.path, base: TrustedFolder(link))
        let target = try mover.target(for: path, in: try mover.folder("done", of: "in"))
        try mover.move(path, expecting: identity(path), to: target)
        #expect(try read(other.path.appending("done/clip.mp4")) == "one")
    }
}
