import CompassTesting
import DocumentStages
import Diagnostics
import Glibc
import Pipelines
import Platform
import Testing

@testable import Service
@testable import Workspaces

/// What is taken of files that are read anew, and what keeps its former definition.
@Suite struct ReloadedDefinitionsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try write("a", "a")
        try write("b", "b")
    }

    private static func text(_ name: String, subject: String = "x", more: String = "") -> String {
        "version: 1\nname: \(name)\nstages:\n  - uses: notify\n    with: { channel: log, subject: \(subject) }\n\(more)"
    }

    private func write(_ file: String, _ name: String, subject: String = "x", more: String = "") throws {
        try folder.write(Path("pipelines/\(file).yaml"), Array(Self.text(name, subject: subject, more: more).utf8))
    }

    private func read(_ former: [Pipeline] = []) throws -> ReloadedDefinitions {
        ReloadedDefinitions(
            root: folder.path, former: former, definition: WorkspaceDefinition(),
            registry: try Registry([Notify.self]))
    }

    private func subject(_ pipeline: Pipeline) -> String {
        pipeline.source.contains("subject: y") ? "y" : "x"
    }

    @Test("what is the same stays untouched, and nothing has changed")
    func same() throws {
        let first = try read()
        #expect(first.changed == ["a", "b"])
        let second = try read(first.pipelines)
        #expect(second.changed == [])
        #expect(second.pipelines.map(\.name) == ["a", "b"])
        #expect(!second.hasProblems)
    }

    @Test("what is changed, added and removed is told by name")
    func changed() throws {
        let first = try read()
        try write("a", "a", subject: "y")
        try write("c", "c")
        #expect(folder.path.appending("pipelines/b.yaml").withCString { remove($0) } == 0)
        let second = try read(first.pipelines)
        #expect(second.changed == ["a", "b", "c"])
        #expect(second.pipelines.map { "\($0.name) \(subject($0))" } == ["a y", "c x"])
    }

    @Test("a plugin that changes changes the pipelines that use it, and one that breaks keeps what it was")
    func plugins() throws {
        func writePlugin(_ summary: String) throws {
            let manifest = """
                protocol: 1
                name: words
                version: 1.0.0
                summary: \(summary)
                command: [/bin/cat]
                examples: [{ title: One. }]

                """
            try folder.write("plugins/words/plugin.yaml", Array(manifest.utf8))
        }
        try folder.write("pipelines/c.yaml", Array("version: 1\nname: c\nstages:\n  - uses: words\n".utf8))
        try writePlugin("Counts.")
        let first = try read()
        #expect(first.changed == ["a", "b", "c"] && !first.hasProblems, "\(first.text)")
        let second = ReloadedDefinitions(
            root: folder.path, former: first.pipelines, definition: WorkspaceDefinition(), registry: first.registry)
        #expect(second.changed == [])
        try writePlugin("Counts words.")
        let third = ReloadedDefinitions(
            root: folder.path, former: second.pipelines, definition: WorkspaceDefinition(), registry: second.registry)
        #expect(third.changed == ["c"])
        #expect(third.registry["words"]?.spec.summary == "Counts words.")
        try writePlugin("\"\"")
        let fourth = ReloadedDefinitions(
            root: folder.path, former: third.pipelines, definition: WorkspaceDefinition(), registry: third.registry)
        #expect(fourth.changed == [] && fourth.kept == ["c"])
        #expect(fourth.text.contains("plugins/words/plugin.yaml:4:10: error[invalid-value]: `summary` is empty"))
        #expect(fourth.text.contains("pipelines/c.yaml:4:11: error[broken-plugin]"))
        #expect(fourth.pipelines.first { $0.name == "c" }?.stages.first?.spec.summary == "Counts words.")
    }

    @Test("a file that is wrong keeps its former definition, and another one that is right is taken all the same")
    func wrong() throws {
        let first = try read()
        try write("a", "a", subject: "y", more: "nonsense: 1\n")
        try write("b", "b", subject: "y")
        let second = try read(first.pipelines)
        #expect(second.changed == ["b"])
        #expect(second.kept == ["a"])
        #expect(second.pipelines.map { "\($0.name) \(subject($0))" } == ["a x", "b y"])
        #expect(second.hasProblems)
        #expect(second.text.contains("pipelines/a.yaml:6:1: error[unknown-key]: a pipeline has no key `nonsense`"))
        let lint = try PipelineLint.check([], in: folder.path, registry: try Registry([Notify.self]))
        #expect(second.text == lint.text())
    }

    @Test("a pipeline that takes another one's name is refused, and both keep what they were")
    func sameName() throws {
        let first = try read()
        try write("b", "a")
        let second = try read(first.pipelines)
        #expect(second.hasProblems)
        #expect(second.pipelines.map(\.name) == ["a", "b"])
        #expect(second.changed == [])
    }

    @Test("a pipeline that gets another name in its file is a new one, and the former is gone")
    func renamed() throws {
        let first = try read()
        try write("b", "c")
        let second = try read(first.pipelines)
        #expect(second.changed == ["b", "c"])
        #expect(second.pipelines.map(\.name) == ["a", "c"])
    }

    @Test("a workspace file that is wrong keeps the former one, and pipelines are taken all the same")
    func wrongWorkspace() throws {
        let first = try read()
        try folder.write("compass.yaml", Array("version: 1\nworker: 3\n".utf8))
        try write("b", "b", subject: "y")
        let second = try read(first.pipelines)
        #expect(second.folder == nil)
        #expect(second.changed == ["b"])
        #expect(second.text.contains("compass.yaml:2:1: error[unknown-key]"), "\(second.text)")
    }

    @Test("a pipeline that is wrong from the beginning has nothing to be kept")
    func newAndWrong() throws {
        let first = try read()
        try write("c", "c", more: "nonsense: 1\n")
        let second = try read(first.pipelines)
        #expect(second.kept == [])
        #expect(second.changed == [])
        #expect(second.pipelines.map(\.name) == ["a", "b"])
        #expect(second.hasProblems)
    }

    @Test("keys that take effect only at a start are named when they differ")
    func fixed() {
        var now = WorkspaceDefinition()
        #expect(ReloadService.fixed(WorkspaceDefinition(), now) == [])
        now.workers = 3
        now.database = .sqlite("other.db")
        now.retention.maxRuns = 3
        #expect(ReloadService.fixed(WorkspaceDefinition(), now) == ["database", "workers"])
    }

    @Test("a folder that is gone keeps every pipeline and is told; an empty one ends them")
    func lostFolder() throws {
        let first = try read()
        let (here, away) = (folder.path.appending("pipelines"), folder.path.appending("elsewhere"))
        #expect(here.withCString { old in away.withCString { rename(old, $0) } } == 0)
        let lost = try read(first.pipelines)
        #expect(lost.pipelines.map(\.name) == ["a", "b"])
        #expect(lost.changed == [])
        #expect(lost.kept == ["a", "b"])
        #expect(lost.hasProblems)
        #expect(lost.text.contains("there is no folder \(here), so every pipeline keeps its former definition"))
        #expect(try !read().hasProblems, "who had none has lost none")
        try Files.createFolders(here)
        let empty = try read(first.pipelines)
        #expect(empty.pipelines.isEmpty && empty.changed == ["a", "b"])
        #expect(!empty.hasProblems)
    }
}
