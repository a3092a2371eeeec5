import CompassTesting
import Documents
import Glibc
import Platform
import Service
import Testing
import Workspaces

/// Uploads that are not taken.
@Suite(.timeLimit(.minutes(4))) struct UploadLimitTests {
    @Test("a creation whose bytes are refused: no upload is left that nobody knows")
    func refusedCreation() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            for (length, checksum, status) in [(5, nil, 413), (8, wrong, 460)] as [(Int, String?, Int)] {
                let answer = try await served.ask(
                    UploadTests.creation(
                        UploadTests.metadata("a.txt").value, length: length, as: session, body: Array("12345678".utf8),
                        checksum.map { [("Upload-Checksum", $0)] } ?? []))
                #expect(answer.status == status, "\(answer)")
            }
            let left = try await served.ask("GET", "/api/v1/uploads", as: session)
            #expect(try left.json["uploads"]?.list?.isEmpty == true, "\(left)")
        }
    }

    @Test("a creation whose bytes are cut off: no upload is left that nobody knows")
    func cutCreation() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let request = UploadTests.creation(
                UploadTests.metadata("a.txt").value, length: 1_000_000, as: session, body: [])
            let connection = try await HookFileTests.beginning(served, "/api/v1/uploads", request.headers)
            connection.close()
            // Until the server has found out.
            while try await !served.workspace.stores.uploads.uploads(UploadQuery(), limit: 1, after: nil).items.isEmpty
            {
                try await served.ask("GET", "/healthz")
            }
        }
    }

    @Test(
        "a form with a field that it does not have, one twice or one that is no UTF-8 is refused, and nothing is stored"
    )
    func strictForm() async throws {
        let sound: [(String, [UInt8])] = [("type", Array("transcript".utf8)), ("title", Array("A".utf8))]
        let rows: [(field: (String, [UInt8]), words: String)] = [
            (("owner", Array("u2".utf8)), "is no field of this form"), (("titel", []), "did you mean"),
            (("title", Array("B".utf8)), "may come once only"), (("description", [0xFF]), "must be UTF-8"),
        ]
        try await withServedWorkspace(as: "u1") { served, session in
            for row in rows {
                let answer = try await served.ask(
                    UploadVersionTests.form("/documents/new", "words\n", sound + [row.field], as: session), status: 400)
                #expect(String(decoding: answer.body, as: UTF8.self).contains(row.words), "\(answer)")
            }
            #expect(
                try await served.workspace.stores.uploads.uploads(UploadQuery(), limit: 1, after: nil).items.isEmpty)
            // What browsers add by themselves.
            let taken = UploadVersionTests.form(
                "/documents/new", "words\n", sound + [("_charset_", Array("utf-8".utf8))], as: session)
            try await served.ask(taken, status: 303)
        }
    }

    private var wrong: String { "sha256 " + "0123456789abcdef0123456789abcdef".base64 }

    @Test("a pipeline that is away when its file is whole: the file is run when it is back, without a new start")
    func pipelineAway() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let target = try await UploadTests.begin(served, session, length: 6)
            let file = served.folder.file("pipelines/transcript.yaml")
            let text = try Files.read(file, limit: 10_000)
            file.withCString { _ = unlink($0) }
            _ = await served.log.first("reloaded")
            let events = served.service.events
            let following = events.follow(after: events.last) { $0.kind == .runEnded }
            let whole = try await UploadTests.append(served, session, target, at: 0, "abcdef")
            #expect(whole.status == 204, "\(whole)")
            #expect(await served.log.first("upload-problem") != nil)
            try Files.replace(file, with: text)
            #expect(await following.next(atMost: .seconds(60))?.count == 1)
            #expect(try await served.findDocument("a") != nil)
        }
    }
}
