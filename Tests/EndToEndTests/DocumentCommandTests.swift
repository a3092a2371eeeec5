import Platform
import Testing

/// What can be done with documents once they are stored.
@Suite struct DocumentCommandTests {
    /// A workspace with two versions of the video "clip" and one transcript, and the current video's id.
    static func stored() async throws -> (sandbox: Sandbox, video: String) {
        let sandbox = try Sandbox()
        for seed in [1, 2] as [UInt8] {
            try sandbox.write("clip.mp4", Samples.mp4(seed))
            try await sandbox.compass("run", "video", "clip.mp4", "--json", ending: 0)
        }
        try sandbox.write("grades.pdf", Samples.pdf())
        try await sandbox.compass("run", "transcript", "grades.pdf", "-i", "schools=ucla", ending: 0)
        let list = try await sandbox.compass("documents", "list", "--type", "highlight_video", "--json").lines
        return (sandbox, try #require(list.first?["id"]?.string))
    }

    /// The titles that a listing gives, or the message it fails with.
    private static func titles(_ sandbox: Sandbox, _ options: String...) async throws -> [String] {
        let output = try await sandbox.compass(["documents", "list", "--json"] + options.map { Path($0) }, ending: 0)
        return try output.lines.compactMap { $0["title"]?.string }
    }

    @Test("an empty workspace says what to do, and prints nothing to standard output")
    func empty() async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.compass("documents", "list", ending: 0, text: .equals(""))
        #expect(
            output.errors == """
                No documents yet
                Upload videos, transcripts, and other documents to share with coaches: compass run PIPELINE FILE

                """)
        #expect(try await sandbox.compass("documents", "list", "--trashed").errors == "The trash is empty\n")
        #expect(try await sandbox.compass("documents", "list", "--shared").errors == "No documents match\n")
        #expect(try await sandbox.compass("runs", "list").errors == "No runs yet\n")
        let stats = try await sandbox.compass("documents", "stats", "--json", "--owner", "u1")
        #expect(
            stats.text == """
                {"total":0,"shared":0,"most-common-type":null,"storage-bytes":0,"quarantine-files":0,"quarantine-bytes":0,\
                "database-bytes":null}

                """)
    }

    @Test("the list filters, sorts and pages")
    func list() async throws {
        let (sandbox, video) = try await Self.stored()
        #expect(try await Self.titles(sandbox) == ["grades", "clip"])
        #expect(try await Self.titles(sandbox, "--sort", "oldest") == ["clip", "grades"])
        #expect(try await Self.titles(sandbox, "--sort", "name") == ["clip", "grades"])
        #expect(try await Self.titles(sandbox, "--sort", "shares") == ["grades", "clip"])
        #expect(try await Self.titles(sandbox, "--shared") == ["grades"])
        #expect(try await Self.titles(sandbox, "--not-shared") == ["clip"])
        #expect(try await Self.titles(sandbox, "--school", "ucla") == ["grades"])
        #expect(try await Self.titles(sandbox, "--school", "stanford") == [])
        #expect(try await Self.titles(sandbox, "--search", "gra") == ["grades"])
        let unknown = try await sandbox.compass("documents", "list", "--owner", "somebody-else")
        #expect(unknown.status == 2 && unknown.errors.hasPrefix("compass: There is no owner `somebody-else`."))
        #expect(
            try await Self.titles(sandbox, "--type", "transcript", "--type", "highlight_video") == ["grades", "clip"])

        let first = try await sandbox.compass("documents", "list", "--json", "--limit", "1")
        #expect(try first.lines.map { $0["title"] } == ["grades"])
        let cursor = try #require(first.errors.split(separator: "\n").first { $0.hasPrefix("next: ") }?.dropFirst(6))
        let second = try await sandbox.compass(
            "documents", "list", "--json", "--limit", "1", "--after", Path(String(cursor)))
        #expect(try second.lines.map { $0["id"]?.string } == [video])
        #expect(second.errors == "", "the last page names no further one")
        for options in [["--after", "nonsense"], ["--shared", "--not-shared"]] as [[Path]] {
            #expect(try await sandbox.compass(["documents", "list"] + options).status == 2)
        }
    }

    @Test("a second document in the place of a school is told to be one, and nothing is shared")
    func shareTwo() async throws {
        let (sandbox, _) = try await Self.stored()
        for command in ["share", "unshare"] as [Path] {
            let message =
                "compass: `Grades` is a document, and no school; `compass documents \(command) DOCUMENT… --with SCHOOLS` "
                + "takes several documents\n"
            try await sandbox.compass(
                "documents", command, "clip", "Grades", "ucla", ending: 2, errors: .starts(message))
            try await sandbox.compass(
                "documents", command, "clip", ending: 2, errors: .starts("compass: Which SCHOOL? A school's id"))
        }
        for (words, form) in [
            (["ucla", "clip"], "DOCUMENT SCHOOL…"),
            (["clip", "UCLA", "--with", "stanford"], "DOCUMENT… --with SCHOOLS"),
        ] as [([Path], String)] {
            let school = words.contains("UCLA") ? "UCLA" : "ucla"
            try await sandbox.compass(
                ["documents", "share"] + words, ending: 2,
                errors: .starts(
                    "compass: `\(school)` is a school, and no document; write `compass documents share \(form)`\n"))
        }
        let unknown = try await sandbox.compass("documents", "share", "clip", "nowhere", ending: 2)
        #expect(unknown.errors.hasPrefix("compass: There is no school `nowhere`."), "\(unknown)")
        #expect(try await Self.titles(sandbox, "--shared") == ["grades"])
    }

    @Test("several documents are shared and unshared at once, and none when a name is unknown or one is in the trash")
    func shareSeveral() async throws {
        let (sandbox, _) = try await Self.stored()
        func share(_ command: Path, _ documents: Path..., with schools: Path, ending code: Int32 = 0) async throws
            -> Sandbox.Output
        {
            try await sandbox.compass(["documents", command] + documents + ["--with", schools], ending: code)
        }
        try await sandbox.compass("documents", "unshare", "grades", "--with", "ucla,stanford", ending: 0)
        for (documents, schools, message) in [
            (["clip", "nothing-such"], "ucla", "There is no document `nothing-such`."),
            (["clip", "grades"], "ucla,nowhere", "There is no school `nowhere`."),
        ] as [([Path], Path, String)] {
            let output = try await share("share", documents[0], documents[1], with: schools, ending: 2)
            #expect(output.errors.hasPrefix("compass: \(message)"), "\(output)")
        }
        try await sandbox.compass("documents", "trash", "grades", ending: 0)
        try await sandbox.compass(
            "documents", "share", "clip", "grades", "--with", "ucla", ending: 1,
            errors: .starts("compass: `grades` (version 1) is in the trash."))
        #expect(try await Self.titles(sandbox, "--shared") == [])
        try await sandbox.compass("documents", "restore", "grades", ending: 0)
        #expect(
            try await share("share", "clip", "grades", "CLIP", with: "ucla,stanford").text
                == "clip is shared with ucla, stanford.\ngrades is shared with ucla, stanford.\n")
        #expect(
            try await share("unshare", "clip", "grades", with: "ucla").text
                == "clip is shared with stanford.\ngrades is shared with stanford.\n")
    }

    @Test("a school is removed once it is asked for, no document needs it and no file lists it")
    func removeSchool() async throws {
        let (sandbox, _) = try await Self.stored()
        try await sandbox.compass("schools", "add", "duke", "Duke University", ending: 0)
        try await sandbox.compass("documents", "share", "clip", "duke", ending: 0)
        for (arguments, status, message) in [
            (["ucla", "--yes"], 1, "`ucla` is in schools.yaml, which would add it again. Take it out there first."),
            (["dukes", "--yes"], 2, "There is no school `dukes`. Did you mean `duke`?"),
            (["duke", "--yes"], 1, "`duke` stays: 1 document is shared with it. `compass documents list --school"),
            (["duke"], 2, "nothing was removed, as there is no terminal to ask on; with `--yes` it would remove"),
        ] as [([Path], Int32, String)] {
            try await sandbox.compass(
                ["schools", "remove"] + arguments, ending: status, errors: .starts("compass: \(message)"))
        }
        try await sandbox.compass("documents", "unshare", "clip", "duke", ending: 0)
        try await sandbox.compass(
            "schools", "remove", "Duke University", "-y", ending: 0, text: .equals("Removed duke, Duke University.\n"))
        let ids = try await sandbox.compass("schools", "list", "--json").lines.map { $0["id"]?.string }
        #expect(ids == ["stanford", "ucla"])
        let entries = try await sandbox.compass("audit", "list", "--subject", "duke", "--json").lines
        #expect(entries.map { $0["action"]?.string } == ["schools.remove", "schools.remove", "schools.add"])
        #expect(entries.map { $0["outcome"]?.string } == ["succeeded", "refused", "succeeded"])
    }

    @Test("show gives fields, shares and every version")
    func show() async throws {
        let (sandbox, video) = try await Self.stored()
        let shown = try #require(try await sandbox.compass("documents", "show", Path(video), "--json").lines.first)
        #expect(shown["version"] == 2)
        #expect(shown["current"] == true)
        #expect(shown["school"] == .null)
        #expect(shown["versions"]?.list?.map { $0["version"] } == [2, 1])
        let text = try await sandbox.compass("documents", "show", Path(video)).text
        for part in [
            "clip\n", "Highlight Video", "v2 (current)", "About school  General", "no school", "Version History", "v1",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test("edit renames the whole series, and fields are emptied")
    func edit() async throws {
        let (sandbox, video) = try await Self.stored()
        let id = Path(video)
        let edited = try await sandbox.compass(
            "documents", "edit", id, "--title", "Senior Season", "--description", "Goals", "--school", "ucla", "--json",
            ending: 0)
        let record = try #require(try edited.lines.first)
        #expect(record["title"] == "Senior Season")
        #expect(record["description"] == "Goals")
        #expect(record["school"] == "ucla")
        let versions = try await sandbox.compass("documents", "versions", id, "--json").lines
        #expect(versions.allSatisfy { $0["title"] == "Senior Season" })
        let cleared = try await sandbox.compass("documents", "edit", id, "--description", "", "--school", "", "--json")
        #expect(try cleared.lines.first?["description"] == .null)
        #expect(try cleared.lines.first?["school"] == .null)
        let long = Path(String(repeating: "é", count: 101))
        #expect(try await sandbox.compass("documents", "edit", id, "--title", long).status == 2)
        #expect(try await sandbox.compass("documents", "edit", id).status == 2, "nothing to change")
    }

    @Test("shares are added and ended, and an unknown school changes nothing")
    func shares() async throws {
        let (sandbox, video) = try await Self.stored()
        let id = Path(video)
        let shared = try await sandbox.compass("documents", "share", id, "stanford", "ucla")
        #expect(shared.text == "clip is shared with stanford, ucla.\n", "\(shared)")
        let unshared = try await sandbox.compass("documents", "unshare", id, "stanford", "--json")
        #expect(try unshared.lines.first?["shared-with"] == ["ucla"])
        try await sandbox.compass("documents", "share", id, "stanfrod", ending: 2, errors: .has("stanfrod"))
        let now = try #require(try await sandbox.compass("documents", "show", id, "--json").lines.first)
        #expect(now["shared-with"] == ["ucla"])
    }

    @Test("an older version becomes the current one again, and a trashed document comes back without its shares")
    func restore() async throws {
        let (sandbox, video) = try await Self.stored()
        let versions = try await sandbox.compass("documents", "versions", Path(video), "--json").lines
        let first = Path(try #require(versions.last?["id"]?.string))
        let restored = try await sandbox.compass("documents", "restore", first)
        #expect(restored.text == "Version 1 of clip is the current one.\n", "\(restored)")
        let after = try await sandbox.compass("documents", "versions", Path(video), "--json").lines
        #expect(after.map { $0["current"] } == [false, true])

        #expect(try await sandbox.compass("documents", "share", first, "ucla").status == 0)
        let trashed = try await sandbox.compass("documents", "trash", first)
        #expect(trashed.text == "clip is in the trash; ucla may not view it any more.\n", "\(trashed)")
        for name in [first, "clip"] {
            try await sandbox.compass(
                "documents", "trash", name, ending: 0, text: .equals("clip is in the trash already.\n"))
        }
        #expect(try await Self.titles(sandbox) == ["grades"])
        #expect(try await Self.titles(sandbox, "--trashed") == ["clip"])
        #expect(try await sandbox.compass("documents", "restore", first).status == 0)
        let back = try #require(try await sandbox.compass("documents", "show", first, "--json").lines.first)
        #expect(back["trashed-at"] == .null)
        #expect(back["shared-with"] == [])
        let shared = try await sandbox.compass("documents", "restore", first, "--with-shares")
        #expect(shared.text == "Version 1 of clip is the current one, and ucla may view it again.\n", "\(shared)")
        let gone = try await sandbox.compass("documents", "trash", first, "--json")
        #expect(try gone.lines.first?["ended-shares"] == ["ucla"], "\(gone)")
        let whole = try await sandbox.compass("documents", "restore", first, "--with-shares", "--json")
        let shown = try #require(try whole.lines.first)
        #expect(shown["restored-shares"] == ["ucla"] && shown["shared-with"] == ["ucla"])
    }

    @Test("delete erases rows and bytes of every version, and nothing else")
    func delete() async throws {
        let (sandbox, video) = try await Self.stored()
        #expect(try sandbox.objects().count == 3)
        let deleted = try await sandbox.compass("documents", "delete", Path(video), "--yes", ending: 0)
        #expect(deleted.text == "Deleted clip, 2 versions.\n")
        #expect(try sandbox.objects().map(\.text).allSatisfy { $0.hasSuffix("_grades.pdf") })
        #expect(try sandbox.objects().count == 1)
        #expect(try await Self.titles(sandbox) == ["grades"])
        #expect(try await sandbox.compass("documents", "show", Path(video)).status == 2)
        #expect(try await sandbox.compass("documents", "delete", Path(video), "--yes").status == 2)
    }
}
