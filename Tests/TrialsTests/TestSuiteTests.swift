import Channels
import CompassTesting
import DirectoryStore
import DocumentStages
import Pipelines
import Platform
import Representations
import Testing
import Workspaces

@testable import Trials

@Suite(.timeLimit(.minutes(4))) struct TestSuiteTests {
    private static func pipeline(_ name: String, cases: [String]) -> String {
        let tests = cases.map { "  - { name: \($0), given: { file: f.txt }, expect: { status: succeeded } }\n" }
        return "version: 1\nname: \(name)\nstages:\n  - uses: size-check\n    with: { max: 4B }\n"
            + (tests.isEmpty ? "" : "tests:\n" + tests.joined())
    }

    private func workspace() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write("pipelines/a.yaml", Array(Self.pipeline("a", cases: ["small", "also small"]).utf8))
        try folder.write("pipelines/b.yaml", Array(Self.pipeline("b", cases: []).utf8))
        try folder.write("pipelines/f.txt", Array("abc\n".utf8))
        return folder
    }

    private func suite(_ folder: TestFolder, of pipelines: [Path] = [], filter: String? = nil) throws -> TestSuite {
        let registry = try Registry(
            [SizeCheck.self], channels: [LogChannel.self], objectStores: [DirectoryStore.self])
        return try TestSuite(
            of: pipelines, filter: filter, in: WorkspaceFolder(folder.path, registry: registry), registry: registry)
    }

    @Test("the cases of a filter are run in order, and files that were named without any are told")
    func cases() async throws {
        let folder = try workspace()
        let all = try suite(folder)
        #expect(all.cases.map(\.test.name) == ["small", "also small"] && all.filesWithoutCases.isEmpty)
        #expect(try suite(folder, filter: "also").cases.map(\.test.name) == ["also small"])
        #expect(try suite(folder, of: ["b"]).filesWithoutCases.count == 1)
        var reported: [String] = []
        let results = try await all.run { reported.append($0.test.test.name) }
        #expect(results.map(\.hasPassed) == [true, true] && reported == ["small", "also small"])
        try folder.write("pipelines/f.txt", Array("too long\n".utf8))
        #expect(try await all.run { _ in }.map(\.hasPassed) == [false, false])
    }

    @Test("a pipeline that does not lint is refused with its issues")
    func refused() throws {
        let folder = try workspace()
        try folder.write("pipelines/b.yaml", Array("version: 1\nname: b\n".utf8))
        #expect(throws: InvalidFiles.self) { try suite(folder) }
    }

    @Test("what cases depend on is told by the name that people use, and what editors leave is not")
    func watch() async throws {
        let folder = try workspace()
        let watch = try CaseWatch(of: [], in: folder.path)
        try folder.write("notes.txt", Array("Nothing depends on it.\n".utf8))
        try folder.write("pipelines/.a.yaml.swp", Array("An editor's own.\n".utf8))
        try folder.write("pipelines/a.yaml", Array(Self.pipeline("a", cases: []).utf8))
        let pipeline = folder.path.appending("pipelines/a.yaml").description
        let fixtures = folder.path.appending("pipelines/fixtures").description
        let (first, again) = (Gate(), Gate())
        let task = Task {
            var names: [String] = []
            try await watch.forEachChange { change in
                names.append(change.name)
                // One write may be told more than once.
                if change.name.hasPrefix(fixtures) { again.open() } else { first.open() }
            }
            return names
        }
        await first.wait()
        // A folder that is new is watched too.
        try folder.write("pipelines/fixtures/f.txt", Array("New.\n".utf8))
        await again.wait()
        task.cancel()
        let told = try await task.value
        #expect(told.first == pipeline)
        #expect(told.allSatisfy { $0 == pipeline || $0.hasPrefix(fixtures) })
    }
}
