import CompassTesting
import Documents
import Platform
import Testing

@testable import WebServer

/// Entity tags, compression and lost updates of what is JSON.
@Suite(.timeLimit(.minutes(4))) struct ConditionTests {
    /// A list that is long enough to be compressed.
    static func withList(
        _ body: @escaping @Sendable (ServedWorkspace, Credential) async throws -> Void
    ) async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            for number in 1...3 {
                _ = try await served.addDocument("Title \(number)", "text \(number)", as: session, of: "u1")
            }
            try await body(served, session)
        }
    }

    @Test("what is compressed: curl reads it back", arguments: Nightly.isOn ? ["br", "gzip"] : ["br"])
    func readBack(coding: String) async throws {
        try await Self.withList { served, session in
            let plain = try await served.ask("GET", "/api/v1/documents", as: session)
            let cookie = try #require(session.headers.first).value
            let arguments = [
                "--silent", "--show-error", "--compressed", "--header", "Accept-Encoding: \(coding)", "--cookie",
                "\(cookie)",
                "http://\(served.address.host)/api/v1/documents",
            ].map { Path($0) }
            let output = try await WebConnection.pool.run {
                let child = try ChildProcess("/usr/bin/env", ["curl"] + arguments, errors: .inherit)
                var bytes: [UInt8] = []
                while let more = try child.output?.readSome(limit: 65_536), !more.isEmpty { bytes += more }
                _ = try child.wait()
                return bytes
            }
            #expect(output == plain.body)
        }
    }

    @Test("HEAD of what GET answers: the same head, and no body")
    func head() async throws {
        try await Self.withList { served, session in
            for target in ["/api/v1/documents", "/healthz", "/", "/api/v1/documents/nothing", "/nothing"] {
                let get = try await served.ask("GET", target, as: session)
                let head = try await served.ask("HEAD", target, as: session)
                #expect(head.status == get.status && head.body.isEmpty, "\(target): \(head)")
                for name in ["Content-Type", "ETag", "Content-Length", "Cache-Control", "Vary"] {
                    #expect(head[name] == get[name], "\(target): \(name)")
                }
            }
        }
    }

    @Test("an edit: 428 without a tag, 412 with another one, 200 with that of any form, and the tag of the next edit")
    func edits() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "grades", as: session, of: "u1")
            let target = "/api/v1/documents/\(document.id)"
            func edit(_ title: String, _ tag: String?) async throws -> WebAnswer {
                try await served.ask(
                    "PATCH", target, json: ["title": .string(title)], as: session,
                    tag.map { [("If-Match", $0)] } ?? [])
            }
            #expect(try await edit("A", nil).status == 428)
            let tag = try #require(try await served.ask("GET", target, as: session)["ETag"])
            for wrong in ["\"other\"", "W/\"other\"", "other", "\"\""] {
                let answer = try await edit("A", wrong)
                #expect(answer.status == 412, "\(wrong): \(answer)")
            }
            let packed = try await served.ask("GET", target, as: session, [("Accept-Encoding", "gzip")])
            let first = try await edit("A", packed["ETag"])
            #expect(first.status == 200, "\(first)")
            #expect(try await edit("B", tag).status == 412)
            let second = try await edit("B", first["ETag"])
            #expect(second.status == 200, "\(second)")
            #expect(try second.json["title"]?.string == "B")
            #expect(try await edit("C", "\"other\", \(try #require(second["ETag"]))").status == 200)
            #expect(try await edit("D", "*").status == 200)
            // As a proxy that compresses hands it on.
            let third = "W/\(try #require(try await served.ask("GET", target, as: session)["ETag"]))"
            #expect(try await edit("E", third).status == 200)
            #expect(try await edit("F", third).status == 412)
        }
    }

    @Test("many edits with the same tag at once: one wins, the others are told")
    func lostUpdates() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "grades", as: session, of: "u1")
            let target = "/api/v1/documents/\(document.id)"
            for round in 0..<(Nightly.isOn ? 5 : 1) {
                let tag = try #require(try await served.ask("GET", target, as: session)["ETag"])
                let answers = try await withThrowingTaskGroup(of: (String, WebAnswer).self) { group in
                    for number in 0..<8 {
                        let title = "Title \(round)-\(number)"
                        group.addTask {
                            (
                                title,
                                try await served.ask(
                                    "PATCH", target, json: ["title": .string(title)], as: session, [("If-Match", tag)])
                            )
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let winners = answers.filter { $0.1.status == 200 }
                #expect(winners.count == 1, "\(answers.map(\.1.status))")
                #expect(answers.allSatisfy { $0.1.status == 200 || $0.1.status == 412 }, "\(answers)")
                let now = try await served.ask("GET", target, as: session)
                #expect(try now.json["title"]?.string == winners.first?.0)
            }
        }
    }
}
