import Glibc
import Platform
import Testing

/// People, tokens, sessions and the audit, as commands have them.
@Suite struct AccountCommandTests {
    /// A workspace with the admin `ana` and the owner `mia`, or with others, of whom the first is the admin.
    private static func staffed(with people: [String] = ["ana", "mia"]) async throws -> Sandbox {
        let sandbox = try Sandbox(["password": Array("correct horse\n".utf8)])
        for id in people {
            let output = try await sandbox.shell("users add \(id) --password-stdin <password")
            try #require(output.status == 0, "\(output)")
        }
        return sandbox
    }

    @Test("serve: a link for the owner where nobody has an account; where only others have, it serves without one")
    func serve() async throws {
        let sandbox = try Sandbox()
        let alone = try await sandbox.serveAnywhere()
        #expect(try await alone.end(after: SIGTERM) == 0)
        #expect(try sandbox.text("served").contains("/open/"))
        let staffed = try await Self.staffed(with: ["ana"])
        let service = try await staffed.serveAnywhere()
        #expect(try await service.end(after: SIGTERM) == 0)
        let text = try staffed.text("served")
        #expect(text.contains("Sign in with a password") && !text.contains("/open/"), "\(text)")
    }

    @Test("people are added, listed, changed and removed, and the only admin stays")
    func users() async throws {
        let sandbox = try await Self.staffed()
        let list = try await sandbox.compass("users", "list", "--json")
        #expect(try list.lines.map { $0["id"]?.string } == ["ana", "mia"])
        #expect(try list.lines.map { $0["role"]?.string } == ["admin", "owner"])
        #expect(try list.lines.allSatisfy { $0["has-password"] == true })
        let refused = try await sandbox.compass("users", "role", "ana", "owner", ending: 1)
        #expect(
            refused.errors == """
                compass: `ana` is the only admin, and no other person could manage the other accounts then. \
                Make one of them an admin first. `compass users list` shows them.

                """)
        #expect(try await sandbox.compass("users", "remove", "ana").status == 1)
        #expect(try await sandbox.compass("users", "role", "mia", "admin").text == "mia is an admin now.\n")
        #expect(try await sandbox.compass("users", "rename", "mia", "Mia M").text == "mia is called Mia M now.\n")
        let passwd = try await sandbox.shell("users passwd mia --password-stdin <password")
        #expect(passwd.text == "mia has a new password. 0 sessions ended.\n")
        #expect(
            try await sandbox.compass("users", "remove", "ana").text
                == "Removed ana; 0 sessions and 0 tokens ended. 0 documents of theirs stay.\n")
        try await sandbox.compass("users", "list", text: .has("mia  Mia M  admin  yes"))
    }

    @Test("people are imported, all of a file or none, and whoever is there is named")
    func imported() async throws {
        let sandbox = try await Self.staffed(with: ["ana"])
        try sandbox.write("bad.csv", "id,name\nmia,Mia\nzoe,\n")
        let bad = try await sandbox.compass("users", "import", "bad.csv", ending: 2)
        #expect(
            bad.errors.hasPrefix(
                "bad.csv:3:1: error[invalid-person]: A person needs a name of 1 to 200 characters\n"), "\(bad)")
        try sandbox.write("team.csv", "id,name,role\nana,Other,\nmia,Mia M,\nzoe,Zoe,admin\n")
        let output = try await sandbox.compass("users", "import", "team.csv", ending: 0)
        #expect(output.text == "Imported 2 people.\n")
        #expect(
            output.errors == """
                1 person is there already: ana
                They cannot sign in until `compass users passwd ID` gives them a password.

                """)
        let piped = try await sandbox.shell("users import /dev/stdin --json <<'END'\nid,name\nzoe,Zoe\nkim,Kim\nEND")
        #expect(try piped.lines.map { $0["id"]?.string } == ["kim"], "\(piped)")
        #expect(try await sandbox.compass("users", "remove", "kim").status == 0)
        let list = try await sandbox.compass("users", "list", "--json")
        #expect(try list.lines.map { $0["name"]?.string } == ["ana", "Mia M", "Zoe"])
        #expect(try list.lines.map { $0["role"]?.string } == ["admin", "owner", "admin"])
    }

    @Test("whoever removes a person is told of the links that still open their documents, and ends them by their owner")
    func linksOfRemoved() async throws {
        let sandbox = try await Self.staffed(with: ["ana", "u1"])
        try sandbox.write("t.pdf", Samples.pdf(1))
        try await sandbox.compass("run", "transcript", "t.pdf", ending: 0)
        let document = try #require(try await sandbox.list("documents", "list").first?["id"]?.string)
        for _ in 0..<2 { try await sandbox.compass("links", "create", Path(document), ending: 0) }
        let removed = try await sandbox.compass("users", "remove", "u1", ending: 0)
        #expect(removed.text == "Removed u1; 0 sessions and 0 tokens ended. 1 document of theirs stays.\n")
        #expect(
            removed.errors
                == "2 links still open documents of theirs: `compass links revoke --owner u1` ends them.\n")
        try await sandbox.compass("links", "revoke", "--owner", "u1", "--all", ending: 2)
        let ended = try await sandbox.compass("links", "revoke", "--owner", "u1", "--json", ending: 0)
        #expect(try ended.lines.count == 2 && ended.lines.allSatisfy { $0["revoked-at"]?.string != nil }, "\(ended)")
        let again = try await sandbox.compass("links", "revoke", "--owner", "u1", ending: 0)
        #expect(again.errors == "No link opens documents of u1.\n")
    }

    @Test("a password is asked for on a terminal, or read from standard input, and has its limits")
    func passwords() async throws {
        let sandbox = try Sandbox()
        let mute = try await sandbox.compass("users", "add", "ana", ending: 2)
        #expect(
            mute.errors == """
                compass: there is no terminal to ask for the password on; give it with `--password-stdin`
                usage: compass users add [OPTIONS] ID

                """)
        for (text, message) in [
            ("evangeline", "A password must not be the id of the person who has it"),
            ("", "standard input has no line of text that could be a password"),
        ] {
            try sandbox.write("password", Array(text.utf8))
            let output = try await sandbox.shell("users add evangeline --password-stdin <password")
            #expect(output.status == 2)
            #expect(output.errors == "compass: \(message)\n")
        }
        #expect(try await sandbox.compass("users", "list").errors == "No people yet: compass users add ID\n")
    }

    @Test("a token's secret is printed alone and once, and is in no list, error or audit")
    func tokens() async throws {
        let sandbox = try await Self.staffed()
        let created = try await sandbox.compass(
            "tokens", "create", "ci", "--person", "mia", "--scope", "runs:read", "--scope", "documents:write",
            "--expires", "30d", ending: 0)
        let secret = String(created.text.dropLast())
        #expect(secret.hasPrefix("cmp_") && secret.utf8.count == 53 && created.text.hasSuffix("\n"))
        #expect(!created.errors.contains(secret))
        let json = try await sandbox.compass(
            "tokens", "create", "json", "--person", "ana", "--scope", "admin", "--json")
        let record = try #require(try json.lines.first)
        #expect(record["secret"]?.string?.hasPrefix("cmp_") ?? false)
        #expect(record["scopes"] == .list(["admin"]) && record["state"] == "valid")
        let list = try await sandbox.compass("tokens", "list", "--person", "mia", "--json")
        let token = try #require(try list.lines.first)
        #expect(token["scopes"] == .list(["documents:write", "runs:read"]))
        #expect(token["last-used"] == .null && token["secret"] == nil)
        let damaged = String(secret.dropLast())
        let outputs = [
            list, try await sandbox.compass("tokens", "list"), try await sandbox.compass("audit", "list", "--json"),
            try await sandbox.compass("tokens", "revoke", Path(damaged)),
            try await sandbox.compass("tokens", "revoke", Path(secret), "--json"),
            try await sandbox.compass("audit", "list"), try await sandbox.compass("users", "list", "--json"),
        ]
        for output in outputs {
            #expect(!output.text.contains(damaged) && !output.errors.contains(damaged), "\(output)")
        }
        #expect(outputs[3].errors == "compass: There is no token `cmp_…`. `compass tokens list` shows them.\n")
        #expect(try outputs[4].lines.first?["state"] == "revoked")
        for (arguments, message) in [
            (["x", "--scope", "admin"], "`--person` is needed: the id of the person for whom the token acts"),
            (
                ["x", "--person", "mia"],
                "`--scope` is needed: one or more of documents:read, documents:write, runs:read, runs:write, metrics, admin"
            ),
        ] {
            let output = try await sandbox.compass(["tokens", "create"] + arguments.map { Path($0) }, ending: 2)
            #expect(output.errors.hasPrefix("compass: \(message)\n"), "\(output)")
        }
        let admin = try await sandbox.compass("tokens", "create", "x", "--person", "mia", "--scope", "admin", ending: 1)
        #expect(admin.errors.hasPrefix("compass: `mia` is no admin, so no token of theirs can have the scope `admin`."))
        try await sandbox.compass(
            "tokens", "create", "m", "--person", "mia", "--scope", "metrics", ending: 1,
            errors: .starts("compass: `mia` is no admin, so no token of theirs can have the scope `metrics`."))
    }

    @Test("changes that commands make are in the audit, with the account of the system and what came of them")
    func audit() async throws {
        let sandbox = try Sandbox()
        #expect(try await sandbox.compass("audit", "list").errors == "No changes yet\n")
        try sandbox.write("grades.pdf", Samples.pdf())
        try await sandbox.compass("run", "transcript", "grades.pdf", "--json", ending: 0)
        let list = try await sandbox.compass("documents", "list", "--json").lines
        let id = Path(try #require(list.first?["id"]?.string))
        let commands: [[Path]] = [
            ["documents", "edit", id, "--title", "Grades"], ["documents", "share", id, "ucla", "stanford"],
            ["documents", "unshare", id, "ucla"], ["documents", "trash", id],
            ["documents", "restore", id, "--with-shares"], ["documents", "share", id, "nowhere"],
            ["documents", "delete", id, "--yes"], ["runs", "retry", "NONE"], ["runs", "cancel", "NONE"],
            ["batches", "cancel", "NONE"], ["runs", "prune", "--keep", "0"], ["runs", "prune", "--dry-run"],
        ]
        for command in commands { _ = try await sandbox.compass(command) }
        let entries = try await sandbox.compass("audit", "list", "--json", "--limit", "100").lines.reversed()
        let found = entries.map { entry in
            ["action", "detail", "outcome"].map { entry[$0]?.string ?? "-" }.joined(separator: "|")
        }
        // What there is nothing of, nobody can have asked to change.
        #expect(
            found == [
                "documents.edit|title|succeeded", "documents.share|ucla stanford|succeeded",
                "documents.unshare|ucla|succeeded", "documents.trash|all versions|succeeded",
                "documents.restore|with shares|succeeded", "documents.share|nowhere|refused",
                "documents.delete|all versions|succeeded",
                "runs.prune|keeping 0|succeeded",
            ])
        #expect(entries.allSatisfy { $0["actor"]?.string == Account.ofProcess && $0["actor-kind"] == "account" })
        let ofDocument = try await sandbox.compass("audit", "list", "--subject", id, "--json")
        #expect(try ofDocument.lines.count == 7)
        #expect(try await sandbox.compass("audit", "list", "--actor", "eve").status == 2)
        #expect(try await sandbox.compass("audit", "list", "--since", "2200-01-01").errors == "No changes match\n")
        #expect(try await sandbox.compass("audit", "list", "--since", "1h", "--json").lines.count == 8)
        #expect(try await sandbox.compass("audit", "list", "--since", "soon").status == 2)
    }
}

extension Sandbox {
    /// A command with a redirection, by a shell.
    func shell(_ line: String) async throws -> Output {
        try await run("/bin/sh", ["-c", Path("exec '\(Self.program.text)' \(line)")])
    }
}

extension Sandbox {
    /// Serves on a port that is free; what it prints is in the file `served`.
    func serveAnywhere() async throws -> LongLived {
        let process = try LongLived(
            "/bin/sh",
            ["-c", "exec \"$0\" serve --listen 127.0.0.1:0 --log-format json >served", Self.program],
            environment: Self.environment, folder: folder)
        try await process.entry("ready")
        return process
    }

    fileprivate func text(_ name: Path) throws -> String { String(decoding: try read(name), as: UTF8.self) }
}
