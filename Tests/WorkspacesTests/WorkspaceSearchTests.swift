import CompassTesting
import Diagnostics
import Glibc
import Platform
import Representations
import Testing

@testable import Workspaces

@Suite struct WorkspaceSearchTests {
    @Test(
        "a workspace is found from a folder below it, by its file or its state",
        arguments: ["compass.yaml", ".compass/x"])
    func below(mark: String) throws {
        let folder = try TestFolder()
        try folder.write(Path(mark), [])
        try folder.write("a/b/clip.mp4", [])
        let root = try Files.resolve(folder.path)
        #expect(try WorkspaceSearch.nearest(to: folder.file("a/b")) == root)
        #expect(try WorkspaceSearch.nearest(to: folder.path) == folder.path)
    }

    @Test("the nearest one counts, and a folder pipelines/ makes one only of the folder itself")
    func nearest() throws {
        let folder = try TestFolder()
        try folder.write("compass.yaml", [])
        try folder.write("inner/compass.yaml", [])
        try folder.write("inner/a/x", [])
        try folder.write("other/pipelines/x.yaml", [])
        try folder.write("other/a/x", [])
        let root = try Files.resolve(folder.path)
        #expect(try WorkspaceSearch.nearest(to: folder.file("inner/a")) == root.appending("inner"))
        #expect(try WorkspaceSearch.nearest(to: folder.file("other")) == folder.file("other"))
        #expect(try WorkspaceSearch.nearest(to: folder.file("other/a")) == root)
    }

    @Test(
        "a workspace above that belongs to another user is refused",
        .enabled(if: geteuid() == 0, "only root can give a folder away"))
    func foreign() throws {
        let folder = try TestFolder()
        try folder.write("w/compass.yaml", [])
        try folder.write("w/a/x", [])
        let root = try Files.resolve(folder.file("w"))
        try #require(chown(root.text, 65534, 65534) == 0)
        #expect {
            try WorkspaceSearch.nearest(to: folder.file("w/a"))
        } throws: { error in
            (error as? Problem)?.message == "the workspace \(root), which this folder lies in, belongs to another user"
        }
        #expect(try WorkspaceSearch.nearest(to: root) == root, "whoever stands in it has seen whose it is")
    }

    @Test(
        "a mark that another user has put into a folder of root's, such as /tmp, makes no workspace of what lies below",
        .enabled(if: geteuid() == 0, "only root can give a file away"),
        arguments: ["compass.yaml", ".compass"])
    func foreignMark(mark: Path) throws {
        let folder = try TestFolder()
        try folder.write("w/a/x", [])
        try folder.write(mark == ".compass" ? "w/.compass/x" : "w/compass.yaml", [])
        let root = try Files.resolve(folder.file("w"))
        try #require(chown(root.appending(mark).text, 65534, 65534) == 0)
        #expect {
            try WorkspaceSearch.nearest(to: folder.file("w/a"))
        } throws: { error in
            (error as? Problem)?.message == "the workspace \(root), which this folder lies in, belongs to another user"
        }
        // Nor does a link of his to one that is right.
        try #require(chown(root.appending(mark).text, 0, 0) == 0)
        let other: Path = mark == ".compass" ? "compass.yaml" : ".compass"
        try #require(symlink(root.appending(mark).text, root.appending(other).text) == 0)
        try #require(lchown(root.appending(other).text, 65534, 65534) == 0)
        #expect(throws: Problem.self) { try WorkspaceSearch.nearest(to: folder.file("w/a")) }
    }

    @Test(
        "pipelines/ makes a workspace of its folder when a pipeline is in it: neither an empty one does, nor a file",
        arguments: [
            ("pipelines/x.yaml", true), ("pipelines/x.yml", true), ("pipelines/readme.md", false),
            ("pipelines/.x.yaml", false), ("pipelines/fixtures/x.yaml", false), ("pipelines", false),
        ] as [(Path, Bool)])
    func pipelines(file: Path, isWorkspace: Bool) throws {
        let folder = try TestFolder()
        try folder.write(file, [])
        #expect(WorkspaceSearch.isWorkspace(folder.path) == isWorkspace)
        #expect(try WorkspaceSearch.nearest(to: folder.path) == (isWorkspace ? folder.path : nil))
    }

    @Test("a folder that is no workspace is refused, and nothing is made in it")
    func none() throws {
        let folder = try TestFolder()
        #expect {
            try WorkspaceSearch.require(folder.path)
        } throws: { error in
            let problem = error as? Problem
            return problem?.message
                == "\(folder.path) is no workspace: it has neither compass.yaml nor .compass, and no pipeline in pipelines/"
                && problem?.advice == [.makeWorkspace(folder.path), .chooseWorkspace]
        }
        #expect {
            try WorkspaceSearch.require(folder.file("nowhere"))
        } throws: { "\($0)".contains("is not a folder") }
        #expect(try Files.list(folder.path).isEmpty)
    }
}
