import Diagnostics
import Glibc
import Pipelines
import Platform
import Testing

@Suite("Linting a workspace")
struct PipelineLintTests {
    private static let clean = "version: 1\nname: NAME\nstages:\n  - uses: detect-mime\n"

    private func write(_ name: String, _ text: String, in folder: TemporaryFolder) throws {
        try Files.createFolders(folder.path.appending("pipelines"))
        try Files.replace(folder.path.appending(Path(name)), with: Array(text.utf8))
    }

    private func lint(_ arguments: [Path], _ folder: TemporaryFolder) throws -> LintReport {
        try PipelineLint.check(arguments, in: folder.path, registry: TestStages.registry)
    }

    @Test("A name, a path and a path below the workspace mean the same file; no argument means all of them")
    func finding() throws {
        let folder = try TemporaryFolder()
        try write("pipelines/a.yaml", Self.clean.replacing("NAME", with: "a"), in: folder)
        try write("pipelines/b.yml", Self.clean.replacing("NAME", with: "b"), in: folder)
        try write("pipelines/notes.txt", "no pipeline", in: folder)
        try write("pipelines/.hidden.yaml", "no pipeline", in: folder)
        for argument in ["a", "pipelines/a.yaml", folder.path.appending("pipelines/a.yaml")] as [Path] {
            #expect(try lint([argument], folder).pipelines.map(\.name) == ["a"])
        }
        #expect(try lint(["b", "a", "b"], folder).pipelines.map(\.name) == ["b", "a"])
        #expect(try lint([], folder).pipelines.map(\.name) == ["a", "b"])
        #expect(try lint([], folder).issues.isEmpty)
    }

    @Test("A name that does not exist is an error with the nearest one that does")
    func unknownNames() throws {
        let folder = try TemporaryFolder()
        func message(_ argument: Path) -> String {
            do throws(PipelineFinder.NotFound) {
                _ = try PipelineLint.check([argument], in: folder.path, registry: TestStages.registry)
                return ""
            } catch {
                return error.message.replacing(folder.path.description, with: "W")
            }
        }
        #expect(message("transcript") == "there is no pipeline `transcript` in W/pipelines, which has none")
        try write("pipelines/transcript.yaml", Self.clean, in: folder)
        #expect(
            message("transcripts") == "there is no pipeline `transcripts` in W/pipelines; did you mean `transcript`?")
        #expect(message("video") == "there is no pipeline `video` in W/pipelines; it has transcript")
        #expect(message("x/y.yaml") == "there is no file x/y.yaml")
    }

    @Test("A file that cannot be read is an issue and does not keep the others from being linted")
    func unreadableFiles() throws {
        let folder = try TemporaryFolder()
        try write("pipelines/a.yaml", Self.clean.replacing("NAME", with: "a"), in: folder)
        try Files.createFolders(folder.path.appending("pipelines/b.yaml"))
        let report = try lint([], folder)
        #expect(report.pipelines.map(\.name) == ["a"])
        #expect(report.issues.sorted.map(\.kind) == ["unreadable-file"])
        #expect(
            report.text().replacing(folder.path.description, with: "W")
                == "error[unreadable-file]: cannot read W/pipelines/b.yaml: Is a directory (EISDIR)\n")
    }
}
