import CompassTesting
import Glibc
import Platform
import Testing

/// Plugins and pipelines that are begun, and several documents at once.
@Suite struct BeginningTests {
    @Test("a plugin may be begun anywhere, and makes no workspace; a pipeline is begun in one")
    func beginning() async throws {
        let sandbox = try EverydayTests.empty()
        try await sandbox.compass("new", "pipeline", "p", ending: 2, errors: .has("there is no workspace here"))
        #expect(try Files.list(sandbox.folder).isEmpty)
        try await sandbox.compass("new", "stage", "s", ending: 2)
        #expect(try Files.list(sandbox.folder).isEmpty)
        let plugin = try await sandbox.compass("new", "plugin", "min-words")
        #expect(plugin.status == 0 && plugin.errors.contains("compass init    compass new pipeline"), "\(plugin)")
        #expect(Set(try Files.list(sandbox.folder).map(\.text)) == ["plugins", "schema"])
        #expect(try await sandbox.compass("plugins", "check", "min-words").status == 0)
        #expect(Set(try Files.list(sandbox.folder).map(\.text)) == ["plugins", "schema"])
        #expect(try await sandbox.compass("init").status == 0, "what a plugin has brought is no obstacle")
        let unknown = try await sandbox.compass("new", "pipeline", "p", "--plugin", "min-wrods")
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean `min-words`?"), "\(unknown)")
        #expect(!Files.exists(sandbox.folder.appending("pipelines/p.yaml")))
        #expect(try await sandbox.compass("new", "pipeline", "p", "--plugin", "min-words").status == 0)
    }

    @Test("several documents go in one command, and none when one of them is unknown")
    func several() async throws {
        let sandbox = try Sandbox()
        for (index, name) in ["one", "two", "three"].enumerated() {
            try sandbox.write(Path("\(name).mp4"), Samples.mp4(UInt8(index)))
            try #require(try await sandbox.compass("run", "video", Path("\(name).mp4")).status == 0)
        }
        let unknown = try await sandbox.compass("documents", "trash", "one", "nobody", ending: 2)
        #expect(unknown.errors.contains("There is no document `nobody`."))
        #expect(try await sandbox.compass("documents", "list", "--json").lines.count == 3)
        let trashed = try await sandbox.compass("documents", "trash", "one", "Two", "one")
        #expect(trashed.text == "one is in the trash.\ntwo is in the trash.\n")
        let shown = try await sandbox.compass("documents", "show", "one", "three", "--json").lines
        #expect(shown.count == 2)
        let refused = try await sandbox.compass("documents", "download", "one", "three", "-o", "both.mp4", ending: 2)
        #expect(refused.errors.contains("--output names one file for 2 documents; name a folder"))
        #expect(try await sandbox.compass("documents", "delete", "one", "three", "--yes").status == 0)
        #expect(try await sandbox.compass("documents", "restore", "two").status == 0)
    }
}
