import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@testable import FileIntake

private let sshfs: Path = "/usr/bin/sshfs"
private let server: Path = "/usr/lib/openssh/sftp-server"

/// Whether the kernel lets this process mount a folder by FUSE.
private let canMount = access("/dev/fuse", W_OK) == 0

/// Moves on a file system that has second names, numbers each of them as a file of its own, and cannot rename without overwriting.
@Suite(.enabled(if: canMount)) struct NumberedNamesTests {
    @Test("a file is moved, with its bytes and time, and nothing else is left")
    func moved() throws {
        let folder = try TestFolder()
        let start = try folder.write("start", Array("#!/bin/sh\nexec \(server)\n".utf8))
        #expect(start.withCString { chmod($0, 0o700) } == 0)
        try folder.write("server/in/clip.mp4", Array("one".utf8))
        let mount = folder.file("mount")
        try Files.createFolders(mount)
        func call(_ program: Path, _ arguments: [Path]) throws -> Int32? {
            try ChildProcess(program, arguments, folder: folder.path, output: .null, errors: .inherit).wait().status
        }
        let mounted = try call(
            sshfs, ["-o", Path("ssh_command=\(start)"), Path("here:\(folder.file("server"))"), mount])
        #expect(mounted == 0)
        defer { #expect(throws: Never.self) { try call("/usr/bin/fusermount3", ["-u", mount]) } }
        let mover = FileMover(root: mount)
        let path = mount.appending("in/clip.mp4")
        let expected = try identity(path)
        let target = try mover.target(for: path, in: try mover.folder("../done", of: "in"))
        try mover.move(path, expecting: expected, to: target)
        #expect(try Files.list(path.folder).isEmpty)
        #expect(try Files.list(target.folder) == ["clip.mp4"])
        #expect(try Files.read(target, limit: 100) == Array("one".utf8))
        #expect(try FileStatus.of(target).modified == expected.modified)
        // Another file than expected stays, and nothing is left at the target.
        let other = try folder.write("server/in/other.mp4", Array("two".utf8))
        let wrong = try identity(other)
        #expect(throws: FileMoveError.changed(mount.appending("in/other.mp4"))) {
            try mover.move(mount.appending("in/other.mp4"), expecting: wrong, to: mount.appending("done/other.mp4"))
        }
        #expect(try Files.list(target.folder) == ["clip.mp4"])
    }
}
