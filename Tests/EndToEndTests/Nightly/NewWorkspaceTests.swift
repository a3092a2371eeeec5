import CompassTesting
import Glibc
import Platform
import Testing

/// Workspaces that are begun, also under odd circumstances.
@Suite struct NewWorkspaceTests {
    @Test("a new workspace is in order: lint has nothing to say, and its pipelines pass their tests")
    func inOrder() async throws {
        let sandbox = try EverydayTests.empty()
        #expect(try await sandbox.compass("init", "--owner", "it's: #odd").status == 0)
        try await sandbox.compass("lint", ending: 0, errors: .equals("11 pipelines: no issues\n"))
        let tests = try await sandbox.compass("test", ending: 0)
        #expect(tests.text.hasSuffix(" 0 failed\n") || tests.text.contains(" 0 failed ("), "\(tests.text)")
        let schema = try await sandbox.compass("schema").text
        let written = try Files.read(sandbox.folder.appending("schema/pipeline.schema.json"), limit: 1 << 22)
        #expect(String(decoding: written, as: UTF8.self) == schema)
    }

    @Test("what cannot be written whole is not left there by halves")
    func halves() async throws {
        let sandbox = try EverydayTests.empty()
        try sandbox.write("schema", "a file in the place of a folder")
        try Files.createFolders(sandbox.folder.appending("pipelines"))
        try await sandbox.compass(
            "init", ending: 1,
            errors: .starts("compass: schema/pipeline.schema.json was not written, and so nothing is left there: "))
        #expect(Set(try Files.list(sandbox.folder).map(\.text)) == ["pipelines", "schema"])
        #expect(try Files.list(sandbox.folder.appending("pipelines")).isEmpty)
    }

    @Test("while one `init` works in a folder, another does not mix into it")
    func atOnce() async throws {
        let sandbox = try EverydayTests.empty()
        let first = try await sandbox.start(stoppingAt: "scaffold.written", ["init", "--owner", "jordan"])
        try await sandbox.compass(
            "init", "--owner", "maria", ending: 1,
            errors: .starts("compass: Another process makes a workspace in . now. Wait for its end."))
        first.signal(SIGCONT)
        #expect(try await sandbox.end(of: first) == 0)
        #expect(String(decoding: try sandbox.read("compass.yaml"), as: UTF8.self).contains("jordan"))
        #expect(try await sandbox.compass("lint").status == 0)
    }
}
