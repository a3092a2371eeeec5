import CompassTesting
import Glibc
import Platform
import Representations
import Testing

@testable import Workspaces

/// Files that are named for runs.
@Suite struct NamedFilesTests {
    @Test(
        "a file that does not exist, and a folder, are mistakes in the request, also beside others",
        arguments: [
            (["none.txt"], "none.txt does not exist"), (["a.txt/x"], "a.txt/x does not exist"),
            (["a.txt", "none.txt"], "none.txt does not exist"),
            (["none.txt", "a.txt", "gone.txt"], "none.txt and 1 other file do not exist"),
            (["1.txt", "2.txt", "3.txt"], "1.txt and 2 other files do not exist"),
            (["pipelines"], "pipelines is a folder; name its files"), (["a.txt"], nil),
        ] as [([Path], String?)])
    func refused(names: [Path], message: String?) async throws {
        let test = try await TestWorkspace()
        try test.write("a.txt", "text")
        let pipeline = try test.pipeline()
        let files = names.map { test.folder.path.appending($0) }
        var found: Problem?
        do {
            _ = try await test.workspace.requests(for: pipeline, files: files, arguments: [])
        } catch let problem as Problem {
            found = problem
        }
        #expect(found == message.map { Problem.invalidRequest("\(test.folder.path)/\($0)") })
    }

    @Test("standard input is not read, and a file that is called `-` is named as in its folder")
    func dash() {
        #expect(throws: Problem.invalidRequest("standard input is not read; name a file in place of `-`")) {
            try NamedFiles.require(["a.txt", "-"])
        }
    }

    @Test("a pipe without a name, as a shell gives one, is told as that")
    func pipe() throws {
        var ends: [Int32] = [0, 0]
        try systemCall("pipe") { Glibc.pipe(&ends) }
        defer { for end in ends { close(end) } }
        let name = Path("/dev/fd/\(ends[0])")
        #expect(
            throws: Problem.invalidRequest(
                "\(name) is a pipe, which can be read only once; write what it gives into a file and name that")
        ) {
            try NamedFiles.require([name])
        }
    }

    @Test("what takes one file asks for one in place of a folder")
    func one() throws {
        let folder = try TestFolder()
        #expect(throws: Problem.invalidRequest("\(folder.path) is a folder; name a file")) {
            try NamedFiles.require(folder.path)
        }
    }
}
