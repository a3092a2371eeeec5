import Accounts
import CompassTesting
import Diagnostics
import Documents
import Engine
import Pipelines
import Platform
import Representations
import Testing

@testable import Workspaces

/// What inputs and filters name is held against what there is.
@Suite struct SchoolInputsTests {
    static func pipeline(_ schools: String, loop: String = "") -> String {
        """
        version: 1
        name: text
        inputs:
          user: { type: string, required: false }
          type: { type: document-type, default: transcript }
          one: { type: string, default: x }
          schools: { type: list, of: string, default: [] }
        stages:
          - uses: detect-mime
          - uses: upload
          - uses: create-version
            with: { title: Grades }
          - uses: share\(loop)
            with: { schools: \(schools) }

        """
    }

    @Test(
        "the schools that a run's inputs name are known before it begins, as far as the inputs tell",
        arguments: [
            ("\"${{ inputs.schools }}\"", "", ["a", "b"], []), ("[\"${{ inputs.one }}\"]", "", ["c"], ["x"]),
            ("[stanford, \"${{ inputs.one }}\"]", "", ["stanford", "c"], ["stanford", "x"]),
            ("[\"${{ item }}\"]", "\n    for-each: \"${{ inputs.schools }}\"", ["a", "b"], []),
            ("[stanford]", "", [], []), ("[\"${{ document.stem }}\"]", "", [], []),
        ] as [(String, String, [String], [String])])
    func schools(option: String, loop: String, schools: [String], standard: [String]) async throws {
        let workspace = try await TestWorkspace(["text": Self.pipeline(option, loop: loop)])
        let inputs = SchoolInputs(try workspace.pipeline(), registry: workspace.workspace.registry)
        #expect(inputs.schools(of: ["schools": ["a", "b"], "one": "c"]) == schools)
        #expect(inputs.schools(of: [:]) == standard, "what is not given has its default")
        #expect(inputs.schools(of: ["one": .null]) == [], "what is to come is not known")
    }

    @Test("a school that there is not is refused with the nearest, and so is an owner where there are people")
    func required() async throws {
        let test = try await TestWorkspace(["text": Self.pipeline("\"${{ inputs.schools }}\"")])
        let (workspace, pipeline) = (test.workspace, try test.pipeline())
        try await workspace.requireKnown([["schools": ["stanford"], "user": "anybody"]], for: pipeline)
        await #expect(throws: Problem.invalidRequest("There is no school `stanfrod`. Did you mean `stanford`?")) {
            try await workspace.requireKnown([["schools": ["ucla"]], ["schools": ["stanfrod"]]], for: pipeline)
        }
        _ = try await People(of: workspace).add("maria", name: nil, role: nil, password: nil, by: .account("tester"))
        try await workspace.requireKnown([["user": "maria"], ["user": "u1"]], for: pipeline)
        await #expect(
            throws: Problem.invalidRequest("There is no owner `mraia`. Did you mean `maria`?")
        ) { try await workspace.requireKnown([["user": "mraia"]], for: pipeline) }
    }

    /// With schools whose names are no ids.
    static func named(_ option: String, loop: String = "") async throws -> TestWorkspace {
        let test = try await TestWorkspace(["text": pipeline(option, loop: loop)])
        try await test.workspace.catalog.addSchools(
            [
                School(id: "duke", name: "Duke University"),
                School(id: "la", name: "University of California, Los Angeles"),
                School(id: "john", name: "St John"), School(id: "john-ny", name: "St John"),
            ], replacing: false)
        return test
    }

    @Test(
        "runs and batches are given the ids of schools that their inputs name, by names or ids in any case",
        arguments: [
            ("schools=Duke University", ["duke"]), ("schools=DUKE,duke university", ["duke", "duke"]),
            ("schools=UCLA,University of California, Los Angeles,stanford", ["ucla", "la", "stanford"]),
            ("schools=[\"university of california, los angeles\"]", ["la"]), ("schools=St John", ["St John"]),
            ("schools=Duke Universty", ["Duke Universty"]),
            ("schools=stanford,ucla duke", ["stanford", "ucla", "duke"]),
            (
                "schools=stanford,University of California, Los Angles",
                ["stanford", "University of California, Los Angles"]
            ),
        ])
    func names(argument: String, schools: [String]) async throws {
        let test = try await Self.named("\"${{ inputs.schools }}\"")
        let (workspace, pipeline) = (test.workspace, try test.pipeline())
        try test.write("a.txt", "text")
        let requests = try await workspace.requests(
            for: pipeline, files: [test.folder.file("a.txt")], arguments: [argument, "one=DUKE"])
        let value = Value.list(schools.map(Value.string))
        #expect(requests.map { $0.inputs["schools"] } == [value])
        #expect(requests.map { $0.inputs["one"] } == ["DUKE"], "no stage hands it on as a school")
        #expect(try await workspace.batchInputs(for: pipeline, arguments: [argument])["schools"] == value)
    }

    @Test("a run of a school by its name shares with it, and has its id on record")
    func shared() async throws {
        let test = try await Self.named("\"${{ inputs.schools }}\"")
        try test.write("a.txt", "text")
        let ends = try await test.run([test.folder.file("a.txt")], inputs: ["schools=Duke University"])
        #expect(ends.map(\.run.status) == [.succeeded])
        #expect(ends.map { $0.run.inputs["schools"] } == [["duke"]])
        let stored = try await test.workspace.catalog.documents(DocumentQuery(), limit: 1, after: nil).items
        #expect(stored.first?.sharedWith == ["duke"])
    }

    @Test("lint offers the id of a school whose name is written out")
    func lintOfNames() async throws {
        let test = try await TestWorkspace(["text": Self.pipeline("[Duke University, STANFORD]")])
        try test.write("schools.yaml", "stanford: Stanford\nduke: Duke University\n")
        let folder = try WorkspaceFolder(test.folder.path, registry: TestWorkspace.registry())
        let report = try PipelineLint.check(
            [], in: folder.root, registry: TestWorkspace.registry(), context: folder.lint)
        let issues = report.issues.sorted.filter { $0.kind == "unknown-school" }
        #expect(
            issues.map(\.hint) == [
                "write `duke`, the id of `Duke University`", "write `stanford`, the id of `Stanford`",
            ])
    }

    @Test("a school that is written out and is not in the workspace's list is warned of at its place")
    func lint() async throws {
        let test = try await TestWorkspace(["text": Self.pipeline("[stanford, stanfrod]")])
        let folder = try WorkspaceFolder(test.folder.path, registry: TestWorkspace.registry())
        let report = try PipelineLint.check(
            [], in: folder.root, registry: TestWorkspace.registry(), context: folder.lint)
        let issues = report.issues.sorted.filter { $0.kind == "unknown-school" }
        #expect(issues.map(\.message) == ["the workspace's list has no school `stanfrod`"])
        #expect(issues.first?.severity == .warning && issues.first?.hint == "did you mean `stanford`?")
        #expect(issues.first?.span?.line == 14)
        var withoutList = folder.lint
        withoutList.schools = nil
        let other = try PipelineLint.check(
            [], in: folder.root, registry: TestWorkspace.registry(), context: withoutList)
        #expect(!other.issues.sorted.contains { $0.kind == "unknown-school" })
    }
}
