import Documents
import Platform
import Testing

@testable import WebServer

/// Since when schools may view a document, and who shared it.
@Suite struct ShareTests {
    @Test("shares tell when they were made and by whom, to their document's owner; the page tells it, too")
    func makers() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "A, B\n", as: session, of: "u1")
            let path = "/api/v1/documents/\(document.id)/shares"
            #expect(try await served.ask("GET", path, as: session).json == ["shares": []])
            try await served.ask("POST", path, json: ["add": ["ucla"]], as: session, status: 200)
            let shares = try #require(try await served.ask("GET", path, as: session).json["shares"]?.list)
            #expect(shares.map { $0["school"] } == ["ucla"])
            #expect(shares.first?["by"] == "u1" && shares.first?["run"] == .null)
            #expect(shares.first?["shared-at"]?.string?.hasSuffix("Z") == true)
            #expect(try await served.ask("GET", path, as: served.session("u2")).status == 404)
            let page = try await served.ask("GET", "/documents/\(document.id)", as: session)
            #expect(String(decoding: page.body, as: UTF8.self).contains(/since <time[^>]*>[^<]*<\/time> by u1</))
        }
    }
}
