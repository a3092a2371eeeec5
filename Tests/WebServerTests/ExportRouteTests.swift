import Accounts
import CompassTesting
import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// All that is kept about a person, as one file over HTTP.
@Suite(.timeLimit(.minutes(4))) struct ExportRouteTests {
    private static let path = "/api/v1/people/u1/export"
    private static let script = """
        import json, sys, zipfile
        z = zipfile.ZipFile(sys.argv[1])
        assert z.testzip() is None
        print(json.dumps({
            "names": sorted(z.namelist()), "report": json.loads(z.read("u1-export/export.json")),
            "words": z.read("u1-export/documents/transcript/Spring v1.txt").decode()}))
        """

    private static func read(_ archive: [UInt8], in served: ServedWorkspace) async throws -> Value {
        let file = try served.folder.write("export.zip", archive)
        let text = try await WebConnection.pool.run {
            let child = try ChildProcess("/usr/bin/env", ["python3", "-c", Path(script), file], errors: .inherit)
            var bytes: [UInt8] = []
            while let more = try child.output?.readSome(limit: 65_536), !more.isEmpty { bytes += more }
            _ = try child.wait()
            return String(decoding: bytes, as: UTF8.self)
        }
        return try Value(json: text)
    }

    @Test("a person gets a zip archive of what is theirs, and an admin anybody's; it is on record, and nothing is left")
    func download() async throws {
        try await withServedWorkspace { served in
            let (owner, other) = (try await served.session("u1"), try await served.session("u2"))
            _ = try await served.addDocument("Spring", "A, B\n", as: owner, of: "u1")
            _ = try await served.addDocument("Autumn", "C\n", as: other, of: "u2")
            for who in [owner, try await served.session("ada")] {
                let answer = try await served.ask("GET", Self.path, as: who, status: 200)
                #expect(answer["Content-Type"] == "application/zip" && answer["Compass-Damage"] == "0", "\(answer)")
                #expect(answer["Content-Disposition"] == "attachment; filename=\"u1-export.zip\"", "\(answer)")
                let found = try await Self.read(answer.body, in: served)
                #expect(found["words"] == "A, B\n")
                let names = found["names"]?.list?.compactMap(\.string) ?? []
                #expect(
                    names.contains("u1-export/account.json") && names.contains("u1-export/documents.csv"), "\(names)")
                #expect(names.filter { $0.contains("/documents/") }.count == 1, "\(names)")
                #expect(found["report"]?["folder"] == "u1-export", "no path of the machine")
                #expect(found["report"]?["versions"] == 1)
            }
            let audit = try await served.workspace.accounts.entries(AuditQuery(), limit: 50, after: nil).items
            #expect(audit.filter { $0.action == "people.export" && $0.outcome == .succeeded }.count == 2)
            let state = try Files.list(served.workspace.root.appending(".compass"))
            #expect(!state.contains { $0.text.contains("part") }, "\(state)")
        }
    }

    @Test("others get none, whether there is such a person or not, and neither do guests and tokens")
    func refused() async throws {
        try await withServedWorkspace { served in
            let other = try await served.session("u2")
            let (theirs, none) = (
                try await served.ask("GET", Self.path, as: other),
                try await served.ask("GET", "/api/v1/people/u9/export", as: other)
            )
            #expect(theirs.status == 404 && theirs.detail == "There is nothing of `u1`.", "\(theirs)")
            #expect(none.status == 404, "\(none)")
            #expect(try await served.ask("GET", Self.path).status == 401)
            let token = try await served.token("u1", [.documentsRead])
            #expect(try await served.ask("GET", Self.path, as: token).status == 403)
            let admin = try await served.session("ada")
            for _ in 1...2 {
                let absent = try await served.ask("GET", "/api/v1/people/u9/export", as: admin)
                #expect(absent.status == 404, "asking leaves nothing that could be exported: \(absent)")
            }
        }
    }
}
