import Glibc
import Platform
import Testing

/// Ids as people type them: beginnings of them, in any case, several in one command.
@Suite struct IdentifierCommandTests {
    /// A workspace with two runs that succeeded and one that was rejected.
    private static func sandbox() async throws -> Sandbox {
        let sandbox = try Sandbox()
        for (index, name) in ["one", "two"].enumerated() {
            try sandbox.write(Path("\(name).mp4"), Samples.mp4(UInt8(index)))
            try #require(try await sandbox.compass("run", "video", Path("\(name).mp4")).status == 0)
        }
        try sandbox.write("bad.mp4", "no film")
        try #require(try await sandbox.compass("run", "video", "bad.mp4").status == 3)
        return sandbox
    }

    private static func ids(_ sandbox: Sandbox, _ command: Path..., key: String = "id") async throws -> [String] {
        try await sandbox.compass(command + ["--json"]).lines.compactMap { $0[key]?.string }
    }

    /// So much of an id as tells it from the others.
    private static func beginning(_ id: String, among ids: [String]) -> Path {
        let common = ids.filter { $0 != id }.map { zip($0, id).prefix { $0 == $1 }.count }.max() ?? 0
        return Path(String(id.prefix(max(8, common + 1))).lowercased())
    }

    @Test("runs are shown by the beginnings of their ids, and one that may mean several is refused with these")
    func runs() async throws {
        let sandbox = try await Self.sandbox()
        let ids = try await Self.ids(sandbox, "runs", "list", key: "run")
        try #require(ids.count == 3)
        let names = ids.map { Self.beginning($0, among: ids) }
        let shown = try await sandbox.compass(["runs", "show"] + names + ["--json"])
        #expect(try shown.lines.map { $0["run"]?.string } == ids)
        let common = Path(String(ids[0].prefix(4)))
        let refused = try await sandbox.compass("runs", "show", common)
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errors.contains("`\(common)` may mean 3 runs; give more of the id of the one that is meant"))
        for id in ids { #expect(refused.errors.contains("  \(id)  video, "), "\(refused)") }
        let items = try await sandbox.compass("runs", "show", names[0], names[1], "--items", "share")
        #expect(items.status == 2 && items.errors.contains("`--items` lists elements of one run, and 2 are named"))
    }

    @Test("nothing is done with any when one of several is unknown")
    func unknown() async throws {
        let sandbox = try await Self.sandbox()
        let rejected = try await Self.ids(sandbox, "runs", "list", "--status", "rejected", key: "run")
        let retried = try await sandbox.compass("runs", "retry", Path(rejected[0]), "01ZZZZ")
        #expect(retried.status == 2 && retried.errors.contains("There is no run `01ZZZZ`."), "\(retried)")
        #expect(try await Self.ids(sandbox, "runs", "list", key: "run").count == 3)
        let held = try await Self.ids(sandbox, "quarantine", "list")
        let discarded = try await sandbox.compass("quarantine", "discard", Path(held[0]), "01ZZZZ", "--yes")
        #expect(discarded.status == 2, "\(discarded)")
        #expect(try await Self.ids(sandbox, "quarantine", "list") == held)
        #expect(
            try await sandbox.compass("quarantine", "discard", Self.beginning(held[0], among: []), "--yes").status == 0)
        #expect(try await Self.ids(sandbox, "quarantine", "list") == [])
    }

    @Test("links are made for documents by title, and end by the beginnings of their ids, all of them or none")
    func links() async throws {
        let sandbox = try await Self.sandbox()
        for title in ["one", "two"] as [Path] {
            #expect(try await sandbox.compass("links", "create", title).status == 0)
        }
        #expect(try await Self.ids(sandbox, "links", "list", "--document", "ONE").count == 1)
        let ids = try await Self.ids(sandbox, "links", "list")
        let names = ids.map { Self.beginning($0, among: ids) }
        let refused = try await sandbox.compass(["links", "revoke"] + names + ["01ZZZZ"])
        #expect(refused.status == 2 && refused.text == "", "\(refused)")
        let ended = try await sandbox.compass(["links", "revoke"] + names)
        #expect(ended.text == ids.map { "Link \($0) has ended.\n" }.joined(), "\(ended)")
    }

    @Test("tokens end by the beginnings of their ids, all of them or none")
    func tokens() async throws {
        let sandbox = try await Self.sandbox()
        try sandbox.write("password", Array("correct horse\n".utf8))
        try #require(try await sandbox.shell("users add mia --password-stdin <password").status == 0)
        for name in ["one", "two"] as [Path] {
            let made = try await sandbox.compass(
                "tokens", "create", name, "--person", "mia", "--scope", "runs:read")
            try #require(made.status == 0, "\(made)")
        }
        let ids = try await Self.ids(sandbox, "tokens", "list")
        let names = ids.map { Self.beginning($0, among: ids) }
        #expect(try await sandbox.compass(["tokens", "revoke"] + names + ["01ZZZZ"]).status == 2)
        #expect(try await sandbox.compass("tokens", "list", "--json").lines.allSatisfy { $0["state"] == "valid" })
        #expect(try await sandbox.compass(["tokens", "revoke"] + names).status == 0)
        #expect(try await sandbox.compass("tokens", "list", "--json").lines.allSatisfy { $0["state"] == "revoked" })
        #expect(
            try await Self.ids(sandbox, "audit", "list", "--subject", names[0], key: "action")
                == ["tokens.revoke", "tokens.create"])
    }
}
