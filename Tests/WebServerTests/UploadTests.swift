import Accounts
import CompassTesting
import Digests
import Documents
import Platform
import Service
import Testing
import Workspaces

@testable import WebServer

/// Uploads by tus 1.0.0, as its protocol has it: https://tus.io/protocols/resumable-upload.
@Suite(.timeLimit(.minutes(4))) struct UploadTests {
    static let mediaType = (name: "Content-Type", value: "application/offset+octet-stream")
    static let tus = (name: "Tus-Resumable", value: "1.0.0")

    static func metadata(_ name: String, type: String = "transcript") -> (name: String, value: String) {
        ("Upload-Metadata", "filename \(name.base64),type \(type.base64)")
    }

    /// Begins an upload.
    ///
    /// - Returns: the path of it.
    static func begin(
        _ served: ServedWorkspace, _ who: Credential, length: Int, name: String = "a.txt"
    ) async throws -> String {
        let answer = try await served.ask(creation(metadata(name).value, length: length, as: who), status: 201)
        let location = try #require(answer["Location"])
        #expect(location.hasPrefix("http://\(served.address.host)/api/v1/uploads/"))
        return String(location.dropFirst("http://\(served.address.host)".count))
    }

    /// Begins an upload with its first bytes; nil: with none, and not as one that brings some.
    static func creation(
        _ metadata: String, length: Int, as who: Credential, body: [UInt8]? = nil,
        _ headers: ServedWorkspace.Headers = []
    ) -> WebRequest {
        var all: ServedWorkspace.Headers = [tus, ("Upload-Length", "\(length)"), ("Upload-Metadata", metadata)]
        if body != nil { all.append(mediaType) }
        return WebRequest("POST", "/api/v1/uploads", who.headers + all + headers, body: body ?? [])
    }

    static func append(
        _ served: ServedWorkspace, _ who: Credential, _ target: String, at offset: Int, _ text: String,
        _ headers: [(name: String, value: String)] = []
    ) async throws -> WebAnswer {
        try await served.ask(
            WebRequest(
                "PATCH", target, who.headers + [tus, mediaType, ("Upload-Offset", "\(offset)")] + headers,
                body: Array(text.utf8)))
    }

    @Test("OPTIONS: version, extensions, sizes and checksums, to anybody")
    func options() async throws {
        try await withServedWorkspace { served in
            let answer = try await served.ask("OPTIONS", "/api/v1/uploads", status: 204)
            #expect(answer["Tus-Resumable"] == "1.0.0" && answer["Tus-Version"] == "1.0.0")
            #expect(answer["Tus-Extension"] == "creation,creation-with-upload,expiration,checksum,termination")
            #expect((answer["Tus-Max-Size"].flatMap { Int64($0) } ?? 0) > 0)
            #expect(answer["Tus-Checksum-Algorithm"] == "sha1,sha256")
        }
    }

    @Test(
        "a file in pieces: each answer tells how much is there, and the whole becomes one document by its type's pipeline"
    )
    func pieces() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let following = served.service.events.follow(after: served.service.events.last) { $0.kind == .runEnded }
            let target = try await Self.begin(served, session, length: 9)
            for (offset, text) in [(0, "abc"), (3, "def"), (6, "ghi")] {
                let head = try await served.ask("HEAD", target, as: session, [Self.tus])
                #expect(head.status == 200 && head["Upload-Offset"] == "\(offset)", "\(head)")
                #expect(head["Upload-Length"] == "9" && head["Cache-Control"] == "no-store")
                #expect(head["Upload-Metadata"] == Self.metadata("a.txt").value)
                #expect(head["Upload-Expires"] != nil && head["Tus-Resumable"] == "1.0.0")
                let answer = try await Self.append(served, session, target, at: offset, text)
                #expect(answer.status == 204 && answer["Upload-Offset"] == "\(offset + 3)", "\(answer)")
            }
            // Who did not hear the answer asks again, and nothing happens twice.
            let again = try await Self.append(served, session, target, at: 9, "")
            #expect(again.status == 204 && again["Upload-Offset"] == "9", "\(again)")
            #expect(await following.next(atMost: .seconds(60))?.count == 1)
            let documents = try await served.ask("GET", "/api/v1/documents", as: session).json["documents"]?.list ?? []
            #expect(documents.count == 1)
            #expect(documents.first?["type"]?.string == "transcript" && documents.first?["owner"]?.string == "u1")
            let id = try #require(documents.first?["id"]?.string)
            let content = try await served.ask("GET", "/api/v1/documents/\(id)/content", as: session)
            #expect(content.text == "abcdefghi")
            let runs = try await served.ask("GET", "/api/v1/runs", as: session).json["runs"]?.list ?? []
            #expect(runs.count == 1 && runs.first?["pipeline"]?.string == "transcript", "\(runs)")
        }
    }

    @Test("POST with the first bytes, or with all: the answer tells how much is there")
    func creationWithUpload() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            for (text, length) in [("abc", 6), ("abcdef", 6)] {
                let metadata = Self.metadata("a.txt").value
                let answer = try await served.ask(
                    Self.creation(metadata, length: length, as: session, body: Array(text.utf8)))
                #expect(answer.status == 201 && answer["Upload-Offset"] == "\(text.utf8.count)", "\(answer)")
                #expect(answer["Location"] != nil)
            }
        }
    }

    @Test("requests to begin that are wrong: each with the status that tus or HTTP has for it")
    func wrongBeginnings() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let (name, length) = (Self.metadata("a.txt"), (name: "Upload-Length", value: "3"))
            let table: [(what: String, headers: ServedWorkspace.Headers, status: Int)] = [
                ("no version", [length, name], 412),
                ("another version", [("Tus-Resumable", "0.2.2"), length, name], 412),
                ("no length", [Self.tus, name], 400),
                ("a length of later", [Self.tus, ("Upload-Defer-Length", "1"), name], 400),
                ("a length below nothing", [Self.tus, ("Upload-Length", "-1"), name], 400),
                ("a length beyond all", [Self.tus, ("Upload-Length", "99999999999999999999"), name], 400),
                ("two lengths", [Self.tus, length, ("Upload-Length", "4"), name], 400),
                ("too large", [Self.tus, ("Upload-Length", "9000000000000"), name], 413),
                ("no metadata", [Self.tus, length], 400),
                ("a name with a folder", [Self.tus, length, Self.metadata("../../a.txt")], 400),
                ("a type without a pipeline", [Self.tus, length, Self.metadata("a.pdf", type: "resume")], 409),
                ("for somebody else", [Self.tus, length, (name.name, name.value + ",owner \("u2".base64)")], 403),
            ]
            for (what, headers, status) in table {
                let answer = try await served.ask("POST", "/api/v1/uploads", as: session, headers)
                #expect(answer.status == status, "\(what): \(answer)")
                #expect(answer["Content-Type"] == "application/problem+json", "\(what)")
                if status == 412 { #expect(answer["Tus-Version"] == "1.0.0", "\(what)") }
            }
            #expect(try await served.ask("GET", "/api/v1/uploads", as: session).json["uploads"]?.list?.isEmpty == true)
        }
    }

    @Test(
        "bytes that are wrong: each with the status that tus has for it, and the upload stays as it was; right ones are taken"
    )
    func wrongBytes() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let target = try await Self.begin(served, session, length: 6)
            #expect(try await Self.append(served, session, target, at: 0, "abc").status == 204)
            let offset = (name: "Upload-Offset", value: "3")
            let table: [(what: String, headers: [(name: String, value: String)], status: Int)] = [
                ("no version", [Self.mediaType, offset], 412),
                ("another media type", [Self.tus, ("Content-Type", "text/plain"), offset], 415),
                ("no offset", [Self.tus, Self.mediaType], 400),
                ("an offset that is none", [Self.tus, Self.mediaType, ("Upload-Offset", "x")], 400),
                ("an offset before the end", [Self.tus, Self.mediaType, ("Upload-Offset", "0")], 409),
                ("an offset behind the end", [Self.tus, Self.mediaType, ("Upload-Offset", "4")], 409),
                (
                    "a wrong checksum",
                    [Self.tus, Self.mediaType, offset, ("Upload-Checksum", "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=")], 460
                ),
                (
                    "a checksum of another kind",
                    [Self.tus, Self.mediaType, offset, ("Upload-Checksum", "crc32 AAAA")], 400
                ),
                ("a checksum that is none", [Self.tus, Self.mediaType, offset, ("Upload-Checksum", "sha1")], 400),
            ]
            for (what, headers, status) in table {
                let answer = try await served.ask("PATCH", target, as: session, headers, body: "xyz")
                #expect(answer.status == status, "\(what): \(answer)")
                if status == 409 { #expect(answer["Upload-Offset"] == "3", "\(what): \(answer)") }
                if status == 409 || status == 460 { #expect(answer["Tus-Resumable"] == "1.0.0", "\(what)") }
                let head = try await served.ask("HEAD", target, as: session, [Self.tus])
                #expect(head["Upload-Offset"] == "3", "\(what): \(head)")
            }
            // printf d | openssl sha1 -binary | base64
            let right = [(name: "Upload-Checksum", value: "sha1 PDY4Ns9OFmZmaaJdooChhlwtKHQ=")]
            let taken = try await Self.append(served, session, target, at: 3, "d", right)
            #expect(taken.status == 204 && taken["Upload-Offset"] == "4", "\(taken)")
            let long = try await Self.append(served, session, target, at: 4, "xyz and more")
            #expect(long.status == 413, "\(long)")
        }
    }

    @Test("giving up: gone for good, also for whoever sends; what is a run's by now stays")
    func termination() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let target = try await Self.begin(served, session, length: 6)
            #expect(try await Self.append(served, session, target, at: 0, "abc").status == 204)
            #expect(try await served.ask("DELETE", target, as: session).status == 412)
            let answer = try await served.ask("DELETE", target, as: session, [Self.tus])
            #expect(answer.status == 204 && answer["Tus-Resumable"] == "1.0.0", "\(answer)")
            for method in ["HEAD", "GET", "DELETE"] {
                let after = try await served.ask(method, target, as: session, [Self.tus])
                #expect(after.status == 404 || after.status == 410, "\(method): \(after)")
            }
            let after = try await Self.append(served, session, target, at: 3, "def")
            #expect(after.status == 404 || after.status == 410, "\(after)")
            #expect(
                try await served.ask("GET", "/api/v1/documents", as: session).json["documents"]?.list?.isEmpty == true)
        }
    }

    @Test("the run that an upload names is shown before it has begun, as one that waits, to its owner alone")
    func queued() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let now = Timestamp.now()
            try await served.workspace.stores.uploads.addUpload(
                UploadRecord(
                    id: Identifier.run(at: now), owner: "u1", length: 6, name: "a.txt", type: .transcript, title: nil,
                    inputs: [:], pipeline: "transcript", state: .running, run: "01QUEUED", createdAt: now,
                    expiresAt: now.advanced(by: UploadRecord.lifetime)))
            let answer = try await served.ask("GET", "/api/v1/runs/01QUEUED", as: session)
            #expect(answer.status == 200, "\(answer)")
            #expect(try answer.json == ["run": "01QUEUED", "pipeline": "transcript", "status": "queued"])
            #expect(try await served.ask("GET", "/runs/01QUEUED", as: session).status == 200)
            let other = try await served.session("u2")
            for target in ["/api/v1/runs/01QUEUED", "/runs/01QUEUED"] {
                #expect(try await served.ask("GET", target, as: other).status == 404, "\(target)")
            }
        }
    }

    @Test("an upload whose time is over: 410")
    func expired() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let target = try await Self.begin(served, session, length: 6)
            let id = String(try #require(target.split(separator: "/").last))
            try await served.workspace.stores.uploads.extendUpload(id, until: .now().advanced(by: .seconds(-1)))
            for method in ["HEAD", "GET"] {
                let answer = try await served.ask(method, target, as: session, [Self.tus])
                #expect(answer.status == 410, "\(method): \(answer)")
            }
            #expect(try await Self.append(served, session, target, at: 0, "abc").status == 410)
        }
    }

    @Test("X-HTTP-Method-Override: POST stands for the method that it names, as tus asks of servers")
    func methodOverride() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let target = try await Self.begin(served, session, length: 6)
            let patch = try await served.ask(
                "POST", target, as: session,
                [Self.tus, Self.mediaType, ("Upload-Offset", "0"), ("X-HTTP-Method-Override", "PATCH")], body: "abc")
            #expect(patch.status == 204 && patch["Upload-Offset"] == "3", "\(patch)")
            try await served.ask(
                "POST", target, as: session, [Self.tus, ("X-HTTP-Method-Override", "DELETE")], status: 204)
            // Elsewhere, and from a method that only looks, it means nothing: whoever lets GETs through lets no change through.
            let documents = try await served.addDocument("Spring", "grades", as: session, of: "u1")
            for (method, path) in [("GET", ""), ("POST", "")] {
                let answer = try await served.ask(
                    method, "/api/v1/documents/\(documents.id)\(path)", as: session,
                    [("X-HTTP-Method-Override", "DELETE")])
                #expect(answer.status == (method == "GET" ? 200 : 405), "\(method): \(answer)")
            }
            #expect(try await served.ask("GET", "/api/v1/documents/\(documents.id)", as: session).status == 200)
        }
    }

    @Test(
        "a sender that is silent: GET tells how much is there, others get 423, and the same person goes on at once",
        arguments: ["HEAD", "PATCH", "DELETE"])
    func silent(_ method: String) async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let admin = try await served.session("ada")
            let target = try await Self.begin(served, session, length: 1_000_000)
            let address = served.address
            let connection = try await WebConnection.pool.run {
                let connection = try WebConnection(address)
                // Promises all, sends the beginning.
                try connection.send(
                    WebRequest(
                        "PATCH", target,
                        session.headers + [
                            Self.tus, Self.mediaType, ("Upload-Offset", "0"), ("Content-Length", "1000000"),
                        ], body: Array("abc".utf8)))
                return connection
            }
            var shown: WebAnswer
            repeat {
                shown = try await served.ask("GET", target, as: session, status: 200)
            } while try shown.json["offset"]?.integer != 3
            let headers: [(name: String, value: String)] = [Self.tus, Self.mediaType, ("Upload-Offset", "3")]
            let reader = try await served.token("u1", [.documentsRead])
            for asker in [admin, reader] {
                let other = try await served.ask("HEAD", target, as: asker, headers)
                #expect(other.status == 423 && other["Retry-After"] == "1", "\(other)")
            }
            let later = try await served.ask(method, target, as: session, headers, body: method == "PATCH" ? "d" : "")
            #expect(later.status == (method == "HEAD" ? 200 : 204), "\(later)")
            #expect(later["Upload-Offset"] == ["HEAD": "3", "PATCH": "4"][method])
            let former = try await WebConnection.pool.run {
                var bytes: [UInt8] = []
                while true {
                    let more = try connection.receive()
                    if more.isEmpty { return WebAnswerReader(bytes)?.status }
                    bytes += more
                }
            }
            #expect(former == 423)
            try await served.ask("GET", target, as: session, status: method == "DELETE" ? 404 : 200)
        }
    }

    @Test("a client that leaves in the middle: what came stays, and the rest is sent from there")
    func interrupted() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let size = Nightly.isOn ? 3 << 20 : 256 << 10
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: 97 + $0 % 23) }
            let following = served.service.events.follow(after: served.service.events.last) { $0.kind == .runEnded }
            let target = try await Self.begin(served, session, length: size, name: "large.txt")
            let address = served.address
            try await WebConnection.pool.run {
                let connection = try WebConnection(address)
                // Promises all, sends half.
                try connection.send(
                    WebRequest(
                        "PATCH", target,
                        session.headers + [
                            Self.tus, Self.mediaType, ("Upload-Offset", "0"), ("Content-Length", "\(size)"),
                        ], body: Array(bytes[..<(size / 2)])))
                connection.close()
            }
            // Until the server has found out, the upload is locked, and it may not even have begun to read what was sent: as any
            // client of tus does, ask where it is and go on there.
            var rest: WebAnswer
            repeat {
                let head = try await served.ask("HEAD", target, as: session, [Self.tus])
                if head.status == 423 {
                    rest = head
                    continue
                }
                let offset = try #require(head["Upload-Offset"].flatMap { Int($0) }, "\(head)")
                #expect((0...size / 2).contains(offset))
                rest = try await served.ask(
                    "PATCH", target, as: session, [Self.tus, Self.mediaType, ("Upload-Offset", "\(offset)")],
                    body: Array(bytes[offset...]))
            } while rest.status == 423 || rest.status == 409
            #expect(rest.status == 204, "\(rest)")
            _ = await following.next(atMost: .seconds(60))
            let document = try await served.document("large")
            #expect(document.sha256 == SHA256.hex(of: bytes))
        }
    }

    @Test("a client that leaves in the middle of a file in one request: nothing is left of it")
    func interruptedWhole() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let connection = try await HookFileTests.beginning(
                served, "/api/v1/documents?name=a.txt&type=transcript", session.headers + [HookFileTests.type])
            connection.close()
            let store = served.workspace.stores.uploads
            // Until the server has found out.
            while try await !store.uploads(UploadQuery(), limit: 1, after: nil).items.isEmpty {
                try await served.ask("GET", "/healthz")
            }
        }
    }
}
