import CompassTesting
import Digests
import Documents
import Glibc
import Platform
import Testing

@Suite struct SourceFileTests {
    private let folder: TestFolder
    private let path: Path

    init() throws {
        folder = try TestFolder()
        path = try folder.write("tree/clip.mp4", Array("0123456789".utf8))
    }

    @Test("a file that stays as it is verifies, also when its rights and names change or it is deleted")
    func unchanged() throws {
        let source = try SourceFile(opening: path)
        let digest = SHA256.digest(of: Array("0123456789".utf8))
        let steps: [() -> Int32] = [
            { 0 }, { chmod("\(path)", 0o600) }, { link("\(path)", "\(path).second") }, { unlink("\(path).second") },
            { rename("\(path)", "\(path).moved") }, { unlink("\(path).moved") },
        ]
        for step in steps {
            #expect(step() == 0)
            try source.verifyUnchanged()
            try source.verifyUnchanged(as: digest)
        }
        #expect(try source.sha256() == digest.hex)
        #expect(try source.descriptor.bytes(at: 2, count: 3) == Array("234".utf8))
    }

    @Test("a small file's bytes are kept once they were read, and given away once")
    func kept() throws {
        let source = try SourceFile(opening: path)
        #expect(source.takeBytes() == nil)
        #expect(try source.keepBytes(upTo: 10) == Array("0123456789".utf8))
        try FileDescriptor.open(path, flags: O_WRONLY).write(Array("9876543210".utf8))
        #expect(try source.keepBytes(upTo: 10) == Array("0123456789".utf8))
        #expect(source.takeBytes() == Array("0123456789".utf8))
        #expect(source.takeBytes() == nil)
        #expect(try source.keepBytes(upTo: 10) == Array("9876543210".utf8))
    }

    @Test("bytes of a larger file are not kept, nor those of one that has become shorter")
    func notKept() throws {
        let source = try SourceFile(opening: path)
        #expect(try source.keepBytes(upTo: 9) == nil)
        #expect(source.takeBytes() == nil)
        #expect(truncate("\(path)", 3) == 0)
        #expect(try source.keepBytes(upTo: 10) == Array("012".utf8))
        #expect(source.takeBytes() == nil)
    }

    @Test(
        "truncated, extended, rewritten and replaced files are found out",
        arguments: ["truncate", "extend", "rewrite", "rewrite and put the time back", "replace"])
    func changed(how: String) throws {
        let source = try SourceFile(opening: path)
        let digest = SHA256.digest(of: Array("0123456789".utf8))
        switch how {
        case "truncate": #expect(truncate("\(path)", 3) == 0)
        case "extend": #expect(truncate("\(path)", 30) == 0)
        case "rewrite":
            try FileDescriptor.open(path, flags: O_WRONLY).write(Array("9876543210".utf8))
            var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, "\(path)", &times, 0) == 0)
        case "rewrite and put the time back":
            try FileDescriptor.open(path, flags: O_WRONLY).write(Array("9876543210".utf8))
            let (seconds, rest) = source.status.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
            var times = [timespec](repeating: timespec(tv_sec: Int(seconds), tv_nsec: Int(rest)), count: 2)
            #expect(utimensat(AT_FDCWD, "\(path)", &times, 0) == 0)
            #expect(try FileStatus.of(path).modified == source.status.modified)
        default: try Files.replace(path, with: Array("9876543210".utf8))
        }
        let error = #expect(throws: SourceFileError.self) { try source.verifyUnchanged(as: digest) }
        #expect(error?.code == .changed)
        #expect(error?.isRejection == true)
    }

    @Test("a link is followed below its own folder and below the workspace, and nowhere else")
    func links() throws {
        let outside = try folder.write("outside/secret", [1])
        try folder.write("workspace/deep/file", [2])
        #expect(symlink("clip.mp4", "\(folder.path)/tree/inside") == 0)
        #expect(symlink("../workspace/deep/file", "\(folder.path)/tree/workspace") == 0)
        #expect(symlink("\(outside)", "\(folder.path)/tree/out") == 0)
        let tree = folder.path.appending("tree")
        #expect(try SourceFile(opening: tree.appending("inside")).size == 10)
        let workspace = folder.path.appending("workspace")
        #expect(try SourceFile(opening: tree.appending("workspace"), tree: workspace).size == 1)
        for name in ["workspace", "out"] as [Path] {
            let error = #expect(throws: SourceFileError.self) { try SourceFile(opening: tree.appending(name)) }
            #expect(error?.code == .linkLeaves)
        }
    }

    @Test("a name that starts like the tree's is not below it")
    func prefix() throws {
        try folder.write("tree-other/file", [1])
        #expect(symlink("../tree-other/file", "\(folder.path)/tree/link") == 0)
        #expect(throws: SourceFileError.self) { try SourceFile(opening: folder.path.appending("tree/link")) }
    }
}
