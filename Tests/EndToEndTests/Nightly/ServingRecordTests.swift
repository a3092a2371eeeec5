import Platform
import Testing

/// `compass legal`, `compass links` and `compass documents history`
@Suite struct ServingRecordTests {
    @Test("a policy is published, shown and accepted, and who has not accepted it is told")
    func legal() async throws {
        let sandbox = try Sandbox()
        let bundled = try await sandbox.compass("legal", "show")
        #expect(bundled.text.hasPrefix("# Privacy Policy\n"))
        #expect(bundled.errors == "This is the text that comes with the program (version bundled-2).\n")
        try sandbox.write("policy.md", "# Policy\n\nText.\n")
        try await sandbox.compass(
            "legal", "publish", "policy.md", "--version", "1.0", "--effective", "2026-01-01",
            text: .equals("Published version 1.0 of privacy-policy, in force from 2026-01-01T00:00:00Z on.\n"))
        try await sandbox.compass("legal", "show", errors: .equals(""), text: .equals("# Policy\n\nText.\n"))
        let json = try #require(try await sandbox.compass("legal", "show", "--json").lines.first)
        #expect(json["text"] == "# Policy\n\nText.\n" && json["bundled"] == false)
        try await sandbox.compass("legal", "accept", "kim", "--version", "1.0", "--sha256", "00", ending: 1)
        let accepted = try await sandbox.compass("legal", "accept", "kim", "--version", "1.0", "--json")
        #expect(try accepted.lines.first?["sha256"] == json["sha256"])
        let status = try await sandbox.compass("legal", "status", "--json").lines
        #expect(status.map { $0["person"] } == ["kim", "u1"])
        #expect(status.map { $0["accepted-current"] } == [true, false])
        let missing = try await sandbox.compass("legal", "status", "--missing", "--json").lines
        #expect(missing.map { $0["person"] } == ["u1"])
        let list = try await sandbox.compass("legal", "list", "--json").lines
        #expect(list.map { $0["in-force"] } == [true] && list.first?["text"] == nil)
        for (arguments, status, message) in [
            (["publish", "policy.md"], 2, "compass: `--version` is needed"),
            (
                ["publish", "policy.md", "--version", "2", "--effective", "soon"], 2,
                "compass: `--effective` must be a day such as 2027-01-01, or a time such as 2027-01-01T08:00:00Z"
            ),
            (["publish", "none.md", "--version", "2"], 2, "compass: none.md cannot be read as a legal document: "),
            (["show", "--version", "3"], 2, "compass: There is no version `3` of `privacy-policy`."),
            (["show", "--kind", "terms"], 2, "compass: No version of `terms` is in force."),
        ] as [([Path], Int32, String)] {
            let output = try await sandbox.compass(["legal"] + arguments)
            #expect(output.status == status && output.errors.hasPrefix(message), "\(output)")
        }
    }

    @Test("a link is made, listed and ended, and the document's story tells of it")
    func links() async throws {
        let sandbox = try Sandbox(["grades.pdf": Samples.pdf()])
        let run = try await sandbox.compass("run", "transcript", "grades.pdf", "--json")
        let id = Path(try #require(try run.lines.first?["document"]?["id"]?.string))
        let bare = try await sandbox.compass("links", "create", id)
        #expect(bare.text.hasPrefix("/l/") && bare.errors.contains("`server: { url: https://… }`"), "\(bare)")
        try sandbox.write(
            "compass.yaml", "version: 1\nowner: { id: u1 }\nserver: { url: 'https://docs.example.org/' }\n")
        let made = try #require(
            try await sandbox.compass("links", "create", id, "--days", "2", "--label", "Coach", "--json").lines.first)
        #expect(made["url"]?.string == "https://docs.example.org/l/\(made["secret"]?.string ?? "")")
        let link = Path(made["id"]?.string ?? "")
        let list = try await sandbox.compass("links", "list", "--document", id, "--json").lines
        #expect(list.count == 2 && list[0]["label"] == "Coach" && list[0]["views"] == 0)
        #expect(!list.map(\.json).joined().contains(made["secret"]?.string ?? "?"), "a list has no secrets")
        #expect(try await sandbox.compass("links", "revoke", link).text == "Link \(link) has ended.\n")
        #expect(try await sandbox.compass("links", "revoke").status == 2)
        #expect(try await sandbox.compass("links", "revoke", "--all").text == "All links have ended.\n")
        let ended = try await sandbox.compass("links", "list", "--json").lines
        #expect(ended.count { $0["revoked-at"] != .null } == 2)
        let story = try await sandbox.compass("documents", "history", id, "--json").lines
        #expect(
            story.filter { $0["what"] != "changed" }.map { $0["what"]?.string } == [
                "link-revoked", "link-revoked", "linked", "linked", "version",
            ])
        #expect(
            story.filter { $0["what"] == "changed" }.map { $0["action"]?.string } == ["links.create", "links.create"])
        let told = try await sandbox.compass("documents", "history", id)
        #expect(told.text.contains("validate-extension (pipelines/transcript.yaml:9): succeeded"), "\(told)")
        #expect(try await sandbox.compass("documents", "history", "none").status == 2)
    }
}
