import Glibc
import Platform
import Testing

/// Writing all that is kept about a person into a folder.
@Suite struct ExportTests {
    /// A document in two versions, shared; one in the trash; a file in quarantine; one of another person.
    private static func stored() async throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/video.yaml",
            Sandbox.pipeline("video", type: "highlight_video")
                .replacing("inputs:\n", with: "inputs:\n  user: { type: string, default: u1 }\n"))
        for (title, seed, owner) in [("=1+1", 1, "u1"), ("=1+1", 2, "u1"), ("a/b", 3, "u1"), ("Other", 4, "u2")] {
            try sandbox.write("clip.mp4", Samples.mp4(UInt8(seed)))
            try await sandbox.compass(
                "run", "video", "clip.mp4", "-i", Path("title=\(title)"), "-i", Path("user=\(owner)"), "-i",
                "schools=ucla", ending: 0)
        }
        #expect(try await sandbox.compass("documents", "trash", "a/b").status == 0)
        try sandbox.write("wrong.mp4", Samples.pdf())
        #expect(try await sandbox.compass("run", "video", "wrong.mp4").status == 3)
        return sandbox
    }

    private static func list(_ sandbox: Sandbox, _ name: String) throws -> [Value] {
        let text = String(decoding: try sandbox.read(Path("out/\(name)")), as: UTF8.self)
        return try #require(try Value(json: text).list)
    }

    @Test("every version lies there under its title, with a row in both lists, and all else as JSON; nothing of others")
    func whole() async throws {
        let sandbox = try await Self.stored()
        let output = try await sandbox.compass("export", "-o", "out", "--json", ending: 0)
        let result = try #require(try output.lines.first)
        for (key, count) in [
            ("documents", 2), ("trashed", 1), ("versions", 3), ("runs", 4), ("notifications", 3), ("quarantined", 1),
            ("uploads", 0),
        ] {
            #expect(result[key] == .integer(Int64(count)), "\(key): \(output)")
        }
        #expect(
            try sandbox.objects("out").map { String($0.text.dropFirst(4)) }.sorted() == [
                "account.json", "audit.json", "documents.csv", "documents.json",
                "documents/highlight_video/=1+1 v1.mp4", "documents/highlight_video/=1+1 v2.mp4",
                "documents/highlight_video/a_b v1.mp4", "export.json", "links.json", "notifications.json",
                "quarantine.json", "quarantine/wrong.mp4", "runs.json", "uploads.json", "webhooks.json",
            ])
        #expect(try sandbox.read("out/documents/highlight_video/=1+1 v2.mp4") == Samples.mp4(2))
        #expect(try sandbox.read("out/quarantine/wrong.mp4") == Samples.pdf())
        let documents = try Self.list(sandbox, "documents.json")
        #expect(documents.map { $0["version"] } == [2, 1, 1])
        #expect(documents[0]["file"] == "documents/highlight_video/=1+1 v2.mp4")
        #expect(documents[0]["shares"]?.list?.first?["school"] == "ucla")
        #expect(documents[0]["shares"]?.list?.first?["shared-at"]?.string != nil)
        #expect(documents[2]["ended-shares"]?.list?.first?["school"] == "ucla")
        #expect(documents.allSatisfy { $0["problem"] == .null && $0["owner"] == "u1" })
        let rows = String(decoding: try sandbox.read("out/documents.csv"), as: UTF8.self).components(by: "\r\n")
        #expect(rows.count == 5 && rows[4] == "", "\(rows)")
        #expect(rows[0].hasPrefix("id,series,version,current,owner,type,title,"))
        #expect(rows[1].contains(",'=1+1,"), "a spreadsheet takes it for a text: \(rows[1])")
        let told = try Self.list(sandbox, "notifications.json")
        #expect(told.allSatisfy { $0["deliveries"]?.list?.count == 1 && $0["recipient"]?.string != nil })
        #expect(try Self.list(sandbox, "runs.json").allSatisfy { $0["inputs"]?["user"] == "u1" })
    }

    @Test("a folder that has something in it is refused with exit status 2, and stays as it is; an empty one is taken")
    func taken() async throws {
        let sandbox = try await Sandbox.films(1)
        try sandbox.write("out/mine.txt", "mine")
        let output = try await sandbox.compass("export", "-o", "out", ending: 2)
        #expect(output.errors.contains("out exists and is not an empty folder"), "\(output)")
        #expect(try sandbox.objects("out") == ["out/mine.txt"])
        try Files.remove(sandbox.folder.appending("out/mine.txt"))
        #expect(try await sandbox.compass("export", "-o", "out", "--format", "csv").status == 0)
        #expect(!Files.exists(sandbox.folder.appending("out/documents.json")))
        #expect(Files.exists(sandbox.folder.appending("out/documents.csv")))
    }

    @Test("what is damaged or missing is told at the end with exit status 1, and all else is there")
    func damaged() async throws {
        let sandbox = try await Self.stored()
        let objects = sandbox.folder.appending(".compass/objects")
        var keys: [Int64: String] = [:]
        for version in try await sandbox.list("documents", "versions", "=1+1") {
            keys[try #require(version["version"]?.integer)] = try #require(version["object-key"]?.string)
        }
        let first = objects.appending(Path(try #require(keys[1])))
        #expect(first.withCString { chmod($0, 0o600) } == 0)
        try Files.replace(first, with: [1, 2, 3])
        try Files.remove(objects.appending(Path(try #require(keys[2]))))
        let output = try await sandbox.compass("export", "-o", "out", ending: 1)
        #expect(output.errors.contains("The bytes of `=1+1`, version 1 are damaged: "), "\(output)")
        #expect(output.errors.contains("The bytes of `=1+1`, version 2 are missing in the store."), "\(output)")
        #expect(Files.exists(sandbox.folder.appending("out/documents/highlight_video/a_b v1.mp4")))
        let documents = try Self.list(sandbox, "documents.json")
        #expect(documents[0]["file"] == .null && documents[0]["problem"]?.string != nil)
    }

    @Test("an export is not made where the workspace's own files are, so that no backup has it")
    func ownFiles() async throws {
        let sandbox = try await Sandbox.films(1)
        try Files.createFolders(sandbox.folder.appending("plugins"))
        try Files.createFolders(sandbox.folder.appending("secrets"))
        for target in ["pipelines/e", ".compass/e", "plugins", "secrets/e"] as [Path] {
            try await sandbox.compass(
                "export", "-o", target, ending: 2,
                errors: .has("which is a part of the workspace; choose another place"))
            #expect(target == "plugins" || !Files.exists(sandbox.folder.appending(target)))
        }
        #expect(try Files.list(sandbox.folder.appending("plugins")).isEmpty)
    }

    @Test("of whom there is nothing, nothing is made")
    func nobody() async throws {
        let sandbox = try await Sandbox.films(1)
        for (name, message) in [
            ("nobody", "There is no owner `nobody`."), ("u3", "There is no owner `u3`. Did you mean `u1`?"),
        ] {
            let output = try await sandbox.compass("export", Path(name), "-o", "out", ending: 2)
            #expect(output.errors.hasPrefix("compass: \(message)"), "\(output)")
        }
        #expect(try Files.list(sandbox.folder).contains { $0.text.contains("out") } == false)
    }
}

extension String {
    fileprivate func components(by separator: String) -> [String] {
        Array(utf8).split(separator: Array(separator.utf8), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
