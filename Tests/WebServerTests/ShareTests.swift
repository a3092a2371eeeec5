import Documents
import Platform
import Testing
import Workspaces

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

    @Test(
        "a document out of the trash: the pages tell that it is not shared again, with whom it was, and share it again")
    func restored() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "A, B\n", as: session, of: "u1")
            let (page, shares) = ("/documents/\(document.id)", "/api/v1/documents/\(document.id)/shares")
            let told = "Until it went into the trash, it was shared with UCLA."
            try await served.ask("POST", shares, json: ["add": ["ucla"]], as: session, status: 200)
            try await served.ask("POST", "\(page)/trash", form: [:], as: session, status: 303)
            let trashed = try await served.ask("GET", page, as: session).text
            #expect(trashed.contains(told) && !trashed.contains("Share with them again"))
            #expect(trashed.contains("<p>u1 put it into the trash</p>") && !trashed.contains("went into the trash</p>"))
            let restored = try await served.ask("POST", "\(page)/untrash", form: [:], as: session, status: 303)
            let after = try await served.ask("GET", try #require(restored["Location"]), as: session).text
            #expect(after.contains("Restored from the trash. It is not shared again: see Sharing."), "\(after)")
            #expect(after.contains(told) && after.contains("Share with them again"))
            #expect(after.contains("<p>u1 put it into the trash</p>") && after.contains("<p>u1 restored it</p>"))
            let again = try await served.ask(
                "POST", "\(page)/untrash", form: ["shares": "true"], as: session, status: 303)
            let last = try await served.ask("GET", try #require(again["Location"]), as: session).text
            #expect(last.contains("Sharing saved.") && !last.contains(told), "\(last)")
            #expect(try await served.ask("GET", shares, as: session).json["shares"]?.list?.count == 1)
        }
    }

    @Test("the page of a former version offers to share the current one again, and nothing while that is in the trash")
    func former() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let former = try await served.addDocument("Spring", "A, B\n", as: session, of: "u1")
            let current = try await served.addDocument("Spring", "A, B, C\n", as: session, of: "u1")
            try #require(former.series == current.series && former.id != current.id)
            let page = "/documents/\(former.id)"
            let shares = "/api/v1/documents/\(current.id)/shares"
            try await served.ask("POST", shares, json: ["add": ["ucla"]], as: session, status: 200)
            _ = try await served.workspace.catalog.trashDocument(of: current.id)
            let trashed = try await served.ask("GET", page, as: session).text
            #expect(!trashed.contains("Share with them again"))
            _ = try await served.workspace.catalog.restore(current.id)
            let restored = try await served.ask("GET", page, as: session).text
            #expect(restored.contains("Share with them again"))
            #expect(restored.contains("/documents/\(current.id)/untrash") && !restored.contains("\(page)/untrash"))
        }
    }

    @Test("several out of the trash: the list tells when one of them was shared before", arguments: [true, false])
    func several(_ isShared: Bool) async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "A, B\n", as: session, of: "u1")
            let shares = "/api/v1/documents/\(document.id)/shares"
            if isShared { try await served.ask("POST", shares, json: ["add": ["ucla"]], as: session, status: 200) }
            _ = try await served.workspace.catalog.trashDocument(of: document.id)
            let form: Record = ["document": .string(document.id), "action": "restore"]
            let answer = try await served.ask("POST", "/documents/selection", form: form, as: session, status: 303)
            let location = try #require(answer["Location"])
            #expect(location.contains("done=restored") && location.contains("done=restored-alone") == isShared)
        }
    }
}
