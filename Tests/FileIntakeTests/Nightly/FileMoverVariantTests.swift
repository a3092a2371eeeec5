import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@testable import FileIntake

/// Names at their limits, and races for a name.
@Suite struct FileMoverVariantTests: FileMoverSuite {
    let folder: TestFolder
    let mover: FileMover

    init() throws {
        folder = try TestFolder()
        mover = FileMover(root: folder.path)
    }

    @Test("W20: names of 255 bytes stay names when they get a number, and no character is cut")
    func longNames() throws {
        let done = folder.path.appending("done")
        for name in [
            Path(String(repeating: "é", count: 125) + "a.mp4"), Path(String(repeating: "a", count: 255)),
            Path("a." + String(repeating: "b", count: 253)), Path(bytes: [UInt8](repeating: 0x80, count: 255)),
        ] {
            try folder.write("done/x", [])
            let file = try FileDescriptor.open(done.appending(name), flags: O_WRONLY | O_CREAT)
            _ = try file.status()
            let target = try mover.target(for: name, in: done).name
            #expect(target != name && target.bytes.count <= 255 && target.bytes.count > 250)
            #expect(target.isText == name.isText)
            #expect(target.fileExtension == (name.fileExtension == ".mp4" ? ".mp4" : target.fileExtension))
            #expect(ReasonFile.name(for: name).bytes.count <= 255)
            #expect(ReasonFile.name(for: name).isText == name.isText)
        }
        #expect(FileName.numbered("clip.mp4", 12) == "clip-12.mp4")
        #expect(FileName.numbered("clip", 2) == "clip-2")
        #expect(FileName.numbered("clip.tar.gz", 2) == "clip.tar-2.gz")
    }

    @Test(
        "a second name of the file at the target: only the first name is removed; another file's same bytes are no such"
    )
    func sameBytes() throws {
        let path = try folder.write("in/clip.mp4", Array("one".utf8))
        let target = folder.path.appending("done/clip.mp4")
        try Files.createFolders(target.folder)
        try systemCall("link") { path.withCString { path in target.withCString { Glibc.link(path, $0) } } }
        try mover.move(path, expecting: identity(path), to: target)
        #expect(try files() == ["done/clip.mp4"])
        try folder.write("in/clip.mp4", Array("one".utf8))
        #expect(throws: FileMoveError.taken(target)) {
            try mover.move(path, expecting: identity(path), to: target)
        }
        #expect(try files() == ["done/clip.mp4", "in/clip.mp4"])
    }

    @Test("W22: a file that takes the name in the moment of a move or a deletion has it afterwards")
    func races() async throws {
        let mover = mover
        var outcomes: Set<String> = []
        for round in 0..<(Nightly.isOn ? 120 : 20) {
            let path = try folder.write("in/clip.mp4", Array("old".utf8))
            let expected = try identity(path)
            let new = try folder.write(Path("new/\(round)"), Array("new".utf8))
            let target = folder.path.appending(Path("done/\(round).mp4"))
            let outcome = try await withThrowingTaskGroup(of: String?.self) { group in
                group.addTask {
                    try systemCall("rename") { new.withCString { new in path.withCString { rename(new, $0) } } }
                    return nil
                }
                group.addTask {
                    do {
                        if round.isMultiple(of: 2) {
                            try mover.move(path, expecting: expected, to: target)
                        } else {
                            try mover.delete(path, expecting: expected)
                        }
                        return "done"
                    } catch FileMoveError.changed {
                        return "changed"
                    }
                }
                var outcome: String?
                for try await result in group { outcome = result ?? outcome }
                return outcome
            }
            outcomes.insert(try #require(outcome))
            #expect(try read(path) == "new")
            #expect(try Files.list(path.folder) == ["clip.mp4"])
        }
        #expect(outcomes.isSubset(of: ["done", "changed"]))
        for name in try Files.list(folder.path.appending("done")) {
            #expect(try read(folder.path.appending("done").appending(name)) == "old")
        }
    }
}
