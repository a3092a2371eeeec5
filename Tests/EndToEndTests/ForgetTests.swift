import CompassTesting
import Glibc
import Platform
import Testing

/// Erasing a person everywhere.
@Suite struct ForgetTests {
    static let person = "maria-lopez"
    private static let title = "Zanzibar Regatta"
    private static let file = "quokka-film.mp4"
    private static let refused = "numbat-grades.mp4"

    let sandbox: Sandbox

    /// Documents of two people: of Maria's one in two versions, shared, one in the trash; a file in quarantine; an account.
    /// A digest of another's names a document of hers.
    init() async throws {
        sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/video.yaml",
            Sandbox.pipeline("video", type: "highlight_video")
                .replacing("inputs:\n", with: "inputs:\n  user: { type: string }\n"))
        try sandbox.ship(["weekly-digest"])
        try await run(Self.person, Self.title, Self.file, Samples.mp4(1))
        try await run(Self.person, Self.title, Self.file, Samples.mp4(2))
        try await run(Self.person, "Okapi", "okapi.mp4", Samples.mp4(3))
        try await run(Self.person, "Numbat", Self.refused, Samples.pdf(), status: 3)
        try await run("u2", "Other", "other.mp4", Samples.mp4(4))
        #expect(try await sandbox.compass("documents", "trash", "Okapi").status == 0)
        try await sandbox.run(
            "/bin/sh",
            ["-c", Path("echo 'a long password' | \(Sandbox.program) users add \(Self.person) --password-stdin")],
            ending: 0)
        try await sandbox.compass("run", "weekly-digest", ending: 0)
    }

    /// Runs a file that lies outside of the workspace.
    func run(
        _ owner: String, _ title: String, _ name: String, _ bytes: [UInt8], status: Int32 = 0
    ) async throws {
        let files = try TestFolder()
        let file = files.file(name)
        try Files.replace(file, with: bytes)
        let output = try await sandbox.compass(
            "run", "video", file, "-i", Path("user=\(owner)"), "-i", Path("title=\(title)"), "-i", "schools=ucla")
        try #require(output.status == status, "\(output)")
    }

    /// Files of the workspace that have one of the texts in their bytes or their paths.
    private func files(with texts: [String], below folder: Path? = nil) throws -> [String] {
        var found: [String] = []
        let folder = folder ?? sandbox.folder
        for name in try Files.list(folder) {
            let path = folder.appending(name)
            if texts.contains(where: { name.text.contains($0) }) { found.append("\(path)") }
            let status = try FileStatus.of(path, followingLinks: false)
            if status.kind == .folder {
                found += try files(with: texts, below: path)
            } else if status.kind == .regular {
                let bytes = String(decoding: try Files.read(path, limit: 1 << 28), as: UTF8.self)
                found += texts.filter { bytes.contains($0) }.map { "\(path) has \($0)" }
            }
        }
        return found
    }

    private static let traces = [person, title, "zanzibar", "regatta", "quokka", "numbat", "okapi", "Okapi", "Numbat"]

    /// Of a person, in the search index as it stands there.
    private static var hexadecimal: String {
        person.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }

    func expectNothingIsLeft() async throws {
        #expect(try files(with: Self.traces + [Self.hexadecimal]) == [])
        let left = try await sandbox.list("documents", "list")
        #expect(left.map { $0["title"] } == ["Other"])
        #expect(try await sandbox.list("runs", "list").count == 1)
        #expect(try sandbox.objects().count == 1)
        #expect(try sandbox.announced().map { $0["subject"] } == ["New: Other"])
        let entries = try await sandbox.list("audit", "list", "--all")
        let erasures = entries.filter { $0["action"] == "people.forget" }
        #expect(erasures.first?["outcome"] == "succeeded")
        #expect(erasures.allSatisfy { $0["subject"] == "erased" })
        try await sandbox.compass("doctor", ending: 0)
    }

    /// A token, an acceptance, uploads of which one awaits bytes, and copies that an export from afar left when it died.
    private func addMore() async throws {
        let token: [Path] = ["tokens", "create", "backup", "--person", Path(Self.person), "--scope", "documents:read"]
        #expect(try await sandbox.compass(token).status == 0)
        try sandbox.write("policy.md", "# Policy\n")
        try await sandbox.compass(
            "legal", "publish", "policy.md", "--version", "1.0", "--effective", "2021-07-01", ending: 0)
        try await sandbox.compass("legal", "accept", Path(Self.person), "--version", "1.0", ending: 0)
        let files = try TestFolder()
        let file = files.file("zebu-grades.pdf")
        try Files.replace(file, with: Samples.pdf())
        let add: [Path] = ["uploads", "add", file, "--type", "transcript", "--owner", Path(Self.person)]
        #expect(try await sandbox.compass(add).status == 0)
        #expect(try await sandbox.compass(add, environment: ["COMPASS_FAILPOINT=upload.written"]).status == 137)
        #expect(try await sandbox.list("uploads", "list").map { $0["state"] } == ["receiving", "ended"])
        let left: Path = ".compass/.01M8E1SEE7V3SKD4NYC1T0WSNZ.77.archive-part/content/documents"
        try Files.createFolders(sandbox.folder.appending(left))
        try sandbox.write(left.appending("hers.txt"), "all of it")
    }

    @Test("nothing of the person is left in any file of the workspace, and all of others is")
    func everywhere() async throws {
        #expect(try files(with: [Self.person]).isEmpty == false)
        try await addMore()
        let output = try await sandbox.compass("forget", Path(Self.person), "--yes", "--json", ending: 0)
        let erased = try #require(try output.lines.first)
        for (key, count) in [
            ("documents", 3), ("versions", 4), ("runs", 5), ("notifications", 4), ("quarantined", 1), ("links", 0),
        ] {
            #expect(erased[key] == .integer(Int64(count)), "\(key): \(output)")
        }
        #expect(erased["had-account"] == true)
        #expect(try await sandbox.list("uploads", "list") == [])
        #expect(try Files.list(sandbox.folder.appending(".compass/uploads")) == [])
        #expect(try Files.list(sandbox.folder.appending(".compass")).allSatisfy { !$0.text.hasPrefix(".") })
        #expect(try self.files(with: ["zebu"]) == [])
        try await expectNothingIsLeft()
    }

    @Test("a slip, no terminal, a run that goes on and the only admin of several are refused, and nothing is erased")
    func refused() async throws {
        try await expectNobody()
        try await expectQuestion()
        try await expectRunning()
        try await expectAdmin()
    }

    /// Who has nothing is not erased, and the nearest is told, so that a slip is no erasure.
    private func expectNobody() async throws {
        for name in ["somebody", "mria-lopez"] as [Path] {
            let output = try await sandbox.compass("forget", name, "--yes", ending: 2)
            #expect(output.errors.hasPrefix("compass: There is no owner `\(name)`."), "\(output)")
            #expect(output.errors.contains("Did you mean `maria-lopez`?") == (name == "mria-lopez"), "\(output)")
        }
        #expect(try await sandbox.list("audit", "list").allSatisfy { $0["action"] != "people.forget" })
        #expect(try await sandbox.list("documents", "list").count == 2)
        #expect(try sandbox.announced().count > 3)
    }

    /// The refusal names all that would go.
    private func expectQuestion() async throws {
        let output = try await sandbox.compass(
            "forget", Path(Self.person), ending: 2,
            errors: .has("with `--yes` it would erase everything of `\(Self.person)`: 2 documents, 3 versions ("))
        for part in ["4 runs, 3 notifications", "1 of quarantine", "the account with its sessions and tokens"] {
            #expect(output.errors.contains(part), "\(part) in \(output)")
        }
        #expect(try await sandbox.list("documents", "list").count == 2)
    }

    /// The only admin of several people stays, with all that is theirs.
    private func expectAdmin() async throws {
        try await sandbox.run(
            "/bin/sh", ["-c", Path("echo 'a long password' | \(Sandbox.program) users add kim --password-stdin")],
            ending: 0)
        try await sandbox.compass("forget", Path(Self.person), "--yes", ending: 1)
        #expect(try await sandbox.list("documents", "list").count == 3)
        #expect(try await sandbox.list("users", "list").count == 2)
    }

    /// The refusal names the run.
    private func expectRunning() async throws {
        try sandbox.write("clip.mp4", Samples.mp4(9))
        let child = try await sandbox.start(
            stoppingAt: "engine.run-started",
            ["run", "video", "clip.mp4", "-i", Path("user=\(Self.person)"), "-i", "title=Late"])
        let run = try #require(try await sandbox.list("runs", "list").first?["run"]?.string)
        try await sandbox.compass(
            "forget", Path(Self.person), "--yes", ending: 1,
            errors: .starts("compass: Run \(run) of `\(Self.person)` has not come to an end."),
            .has("compass runs cancel \(run)"))
        #expect(kill(child.id, SIGCONT) == 0)
        #expect(try await sandbox.end(of: child) == 0)
        #expect(try await sandbox.list("documents", "list").count == 3)
        #expect(try await sandbox.list("users", "list").count == 1)
        let entries = try await sandbox.list("audit", "list")
        #expect(entries.allSatisfy { $0["action"] != "people.forget" })
    }

    @Test(
        "a process that dies in it leaves the rest to the next one",
        arguments: Nightly.isOn
            ? [
                "forget.account-removed", "forget.log-written", "forget.log-named", "forget.runs-erased",
                "forget.document-erased", "forget.records-erased", "forget.index-merged", "forget.database-written",
            ] : ["forget.document-erased"])
    func killed(place: String) async throws {
        let dead = try await sandbox.compass(
            ["forget", Path(Self.person), "--yes"], environment: ["COMPASS_FAILPOINT=\(place)"])
        #expect(dead.status == 128 + 9, "\(dead)")
        try await sandbox.compass("forget", Path(Self.person), "--yes", ending: 0)
        try await expectNothingIsLeft()
    }
}
