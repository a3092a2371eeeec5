import CompassTesting
import Documents
import Platform
import Testing

@testable import WebServer

/// Codings and conditions in all forms; `ConditionTests` has the usual ones.
@Suite(.timeLimit(.minutes(4))) struct ConditionCornerTests {
    @Test("a coding that the client takes: the same text, with a tag of its own for each")
    func codings() async throws {
        try await ConditionTests.withList { served, session in
            func ask(_ accept: String?) async throws -> WebAnswer {
                try await served.ask(
                    "GET", "/api/v1/documents", as: session, accept.map { [("Accept-Encoding", $0)] } ?? [])
            }
            let plain = try await ask(nil)
            #expect(plain["Content-Encoding"] == nil)
            #expect(plain.body.count >= AnswerWriter.minCompressedSize)
            for (accept, coding) in [
                ("br", "br"), ("gzip;q=1, br;q=0.5", "gzip"), ("br;q=0, gzip;q=0", nil),
            ] as [(String, String?)] {
                let answer = try await ask(accept)
                #expect(answer["Content-Encoding"] == coding, "\(accept)")
                #expect(answer["Vary"]?.contains("Accept-Encoding") == true)
                if coding == nil { #expect(answer.body == plain.body, "\(accept)") }
                let tag = try #require(answer["ETag"])
                #expect((tag == plain["ETag"]) == (coding == nil), "\(accept)")
                #expect(tag.hasPrefix("\""), "strong, as the form has it: \(tag)")
            }
        }
    }

    @Test("If-None-Match with the tag of any form: 304 without a body, for GET and for HEAD")
    func notModified() async throws {
        try await ConditionTests.withList { served, session in
            let target = "/api/v1/documents"
            func ask(_ method: String, _ condition: String, _ accept: String) async throws -> WebAnswer {
                try await served.ask(
                    method, target, as: session, [("If-None-Match", condition), ("Accept-Encoding", accept)])
            }
            var tags: [String] = []
            for accept in ["identity", "gzip", "br"] {
                tags.append(try #require(try await ask("GET", "\"other\"", accept)["ETag"]))
            }
            for accept in ["identity", "gzip", "br"] {
                for tag in tags {
                    for method in ["GET", "HEAD"] {
                        let answer = try await ask(method, tag, accept)
                        #expect(answer.status == 304 && answer.body.isEmpty, "\(method) \(accept): \(answer)")
                        #expect(answer["ETag"] != nil && answer["Content-Encoding"] == nil)
                        #expect(answer["Vary"] != nil && answer["Cache-Control"] == "private, no-cache")
                    }
                }
            }
            _ = try await served.addDocument("Title 4", "text 4", as: session, of: "u1")
            #expect(try await ask("GET", tags[0], "identity").status == 200)
        }
    }
}
