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

/// Schools and pipelines where they are seldom named.
@Suite struct SchoolInputVariantTests {
    @Test(
        "an input that is one school, and one that a loop goes over, are named in the same way",
        arguments: [false, true])
    func otherInputs(isLoop: Bool) async throws {
        let test =
            isLoop
            ? try await SchoolInputsTests.named("[\"${{ item }}\"]", loop: "\n    for-each: \"${{ inputs.schools }}\"")
            : try await SchoolInputsTests.named("[stanford, \"${{ inputs.one }}\"]")
        let given = try await test.workspace.batchInputs(
            for: test.pipeline(), arguments: ["one=Duke University", "schools=Duke University"])
        #expect(given["one"] == (isLoop ? "Duke University" : "duke"))
        #expect(given["schools"] == (isLoop ? ["duke"] : ["Duke University"]))
    }

    @Test("lint says which schools have a name that is written out, and offers the id of a name that is misspelt")
    func lintOfOtherNames() async throws {
        let test = try await TestWorkspace([
            "text": SchoolInputsTests.pipeline(
                "[Standford University, Miami University, St Jonh, zzz, 'Davis, Californai']")
        ])
        try test.write(
            "schools.yaml",
            """
            miamioh: Miami University
            stanford: Stanford University
            miamifl: miami university
            john: St John
            ny: St John
            ucd: Davis, California

            """)
        let folder = try WorkspaceFolder(test.folder.path, registry: TestWorkspace.registry())
        let report = try PipelineLint.check(
            [], in: folder.root, registry: TestWorkspace.registry(), context: folder.lint)
        let issues = report.issues.sorted.filter { $0.kind == "unknown-school" }
        #expect(
            issues.map(\.message) == [
                "the workspace's list has no school `Standford University`",
                "2 schools of the workspace's list have the name `Miami University`",
                "the workspace's list has no school `St Jonh`", "the workspace's list has no school `zzz`",
                "the workspace's list has no school `Davis, Californai`",
            ])
        #expect(
            issues.map(\.hint) == [
                "did you mean `stanford`, the id of `Stanford University`?",
                "write the id of the one that is meant: `miamifl`, `miamioh`",
                "did you mean `john` or `ny`, the ids of `St John`?", nil,
                "did you mean `ucd`, the id of `Davis, California`?",
            ])
    }

    @Test("a school that was added to the database alone is one, and lint makes no database to know it")
    func storedSchools() async throws {
        let test = try await TestWorkspace(["text": SchoolInputsTests.pipeline("[stanford, berkeley]")])
        let (folder, registry) = (
            try WorkspaceFolder(test.folder.path, registry: TestWorkspace.registry()), try TestWorkspace.registry()
        )
        func unknown(_ folder: WorkspaceFolder) async throws -> [String] {
            try await folder.check([], registry: registry).issues.sorted.filter { $0.kind == "unknown-school" }
                .map(\.message)
        }
        let warning = ["the workspace's list has no school `berkeley`"]
        #expect(try await unknown(folder) == warning)
        try await test.workspace.catalog.addSchools([School(id: "berkeley", name: "UC Berkeley")], replacing: false)
        #expect(try await unknown(folder) == [])
        let loaded = try await Definitions.load(folder, registry: registry)
        #expect(!loaded.issues.sorted.contains { $0.kind == "unknown-school" })
        let reloaded = ReloadedDefinitions(
            root: folder.root, former: [], definition: folder.definition, registry: registry,
            stored: try await test.workspace.catalog.allSchools())
        #expect(!reloaded.issues.sorted.contains { $0.kind == "unknown-school" })
        // Without a database, and with one that is none.
        let other = try TestFolder()
        try other.write("compass.yaml", Array("schools: [{ id: stanford, name: Stanford }]\n".utf8))
        try other.write("pipelines/text.yaml", Array(SchoolInputsTests.pipeline("[stanford, berkeley]").utf8))
        let without = try WorkspaceFolder(other.path, registry: registry)
        #expect(try await unknown(without) == warning)
        #expect(!Files.exists(other.path.appending(".compass")))
        let database = try #require(without.database.file)
        try Files.createFolders(database.folder)
        try Files.replace(database, with: Array("no database".utf8))
        #expect(try await unknown(without) == warning)
    }

    @Test("a default that runs come to and that is no school of the list is warned of at its place")
    func defaults() async throws {
        let text = SchoolInputsTests.pipeline("\"${{ inputs.schools }}\"")
        let test = try await TestWorkspace(["text": text.replacing("default: []", with: "default: [ucla, stanfrod]")])
        let folder = try WorkspaceFolder(test.folder.path, registry: TestWorkspace.registry())
        let report = try PipelineLint.check(
            [], in: folder.root, registry: TestWorkspace.registry(), context: folder.lint)
        let issues = report.issues.sorted.filter { $0.kind == "unknown-school" }
        #expect(issues.map(\.message) == ["the workspace's list has no school `stanfrod`"])
        #expect(issues.first?.span?.line == 7 && issues.first?.hint == "did you mean `stanford`?")
        // The service reads definitions as lint does.
        let loaded = try await Definitions.load(folder, registry: TestWorkspace.registry())
        #expect(loaded.issues.sorted.filter { $0.kind == "unknown-school" } == issues)
        let reloaded = ReloadedDefinitions(
            root: folder.root, former: [], definition: folder.definition, registry: try TestWorkspace.registry())
        #expect(reloaded.issues.sorted.filter { $0.kind == "unknown-school" } == issues)
        // No stage hands the other one on as a school.
        #expect(!report.issues.sorted.contains { $0.message.contains("`x`") })
    }

    @Test("a watched folder whose runs would begin with a school that there is not; one that paths give is not known")
    func watches() async throws {
        let text = SchoolInputsTests.pipeline("[\"${{ inputs.one }}\"]")
        func workspace(_ path: String) async throws -> TestWorkspace {
            try await TestWorkspace([
                "text": text.replacing("stages:", with: "on: { watch: { path: \(path) } }\nstages:")
            ])
        }
        let test = try await workspace("inbox")
        await #expect(throws: Problem.invalidRequest("There is no school `x`.", advice: [.addSchool("x")])) {
            try await test.workspace.requireKnownSchools(ofWatchesOf: try test.pipeline())
        }
        let captured = try await workspace("'inbox/{one}'")
        try await captured.workspace.requireKnownSchools(ofWatchesOf: try captured.pipeline())
    }

    @Test("a pipeline that lists are narrowed to is named by its file as well, but not where only its name is taken")
    func pipelineFiles() async throws {
        let test = try await TestWorkspace(["grades": SchoolInputsTests.pipeline("[]")])
        let (workspace, file) = (test.workspace, test.folder.file("pipelines/grades.yaml").text)
        #expect(try await workspace.knownPipeline(orFile: "pipelines/grades.yaml") == "text", "below the workspace")
        #expect(try await workspace.knownPipeline(orFile: file) == "text")
        #expect(try await workspace.knownPipeline(orFile: "text") == "text")
        await #expect(throws: Problem.self) { try await workspace.knownPipeline(file) }
        try test.write("pipelines/bare.yaml", "name: ''\nstages: 5\n")
        #expect(try await workspace.knownPipeline(orFile: "pipelines/bare.yaml") == "bare", "which does not say")
        await #expect(throws: PipelineFinder.NotFound.self) {
            try await workspace.knownPipeline(orFile: "pipelines/gardes.yaml")
        }
        try test.write("elsewhere.yaml", "name: other\n")
        try test.write("notes.txt", "text")
        for (argument, name) in [("elsewhere.yaml", "other"), ("./notes.txt", "./notes.txt")] {
            await #expect(
                throws: Problem(.notFound, "There is no pipeline `\(name)`, and none of that name has had runs.")
            ) { try await workspace.knownPipeline(orFile: argument) }
        }
    }

    @Test(
        "a pipeline that lists are narrowed to is one of the workspace or of its runs, or is refused with the nearest")
    func pipelines() async throws {
        let test = try await TestWorkspace(["grades": SchoolInputsTests.pipeline("[]")])
        #expect(try await test.workspace.knownPipeline("text") == "text")
        #expect(try await test.workspace.knownPipeline("grades") == "text", "by its file")
        try test.write("pipelines/text.yaml", "name: broken\nstages: 5\n")
        #expect(try await test.workspace.knownPipeline("text") == "text", "its name comes before another one's file")
        #expect(try await test.workspace.knownPipeline("broken") == "broken", "also one whose file is wrong")
        #expect(try test.workspace.currentPipeline("text", warnings: { _ in }).file.hasSuffix("grades.yaml"))
        try Files.remove(test.folder.file("pipelines/text.yaml"))
        await #expect(
            throws: Problem(
                .notFound,
                "There is no pipeline `tetx`, and none of that name has had runs. Did you mean `text`?")
        ) { try await test.workspace.knownPipeline("tetx") }
        let former = try await TestWorkspace()
        try former.write("a.txt", "text")
        _ = try await former.run([former.folder.file("a.txt")])
        try Files.remove(former.folder.file("pipelines/text.yaml"))
        #expect(try await former.workspace.knownPipeline("text") == "text", "its file is gone, and its runs are not")
    }
}
