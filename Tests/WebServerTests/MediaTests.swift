import CompassTesting
import Documents
import Pipelines
import Platform
import Testing
import Workspaces

@testable import WebServer

/// What was made of documents, as owners and as whoever has a link read it, and as pages show it.
@Suite(.timeLimit(.minutes(4))) struct MediaTests {
    private static let picture = Array("RIFF....WEBP picture".utf8)

    /// Enters a rendition of a document's object, with bytes in the store.
    static func add(
        _ kind: Rendition.Kind, _ type: String, to document: DocumentVersion, in served: ServedWorkspace
    ) async throws -> Rendition {
        let key = "\(document.objectKey)-\(kind.rawValue)"
        let file = try served.folder.write("made", picture)
        _ = try await served.workspace.objects.put(
            SourceFile(opening: file), at: try #require(ObjectKey(key)), progress: { _ in })
        let rendition = Rendition(
            kind: kind, key: key, mimeType: type, size: Int64(picture.count), width: 240, height: 135)
        _ = try await served.workspace.journal.transact(durable: true) {
            try $0.catalog.addRenditions([rendition], of: document.objectKey)
        } recording: { _ in
            []
        }
        return rendition
    }

    @Test("a rendition is read by its document's owner and by a link, in parts and under conditions; others see none")
    func bytes() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "A, B\n", as: session, of: "u1")
            let path = "/api/v1/documents/\(document.id)/renditions"
            #expect(try await served.ask("GET", "\(path)/thumbnail-240", as: session).status == 404)
            _ = try await Self.add(.thumbnail240, "image/webp", to: document, in: served)
            let made = try await served.ask(
                "POST", "/api/v1/links", json: ["documents": [.string(document.id)]], as: session)
            let secret = try #require(try made.json["url"]?.string?.split(separator: "/").last)
            for (target, who) in [("\(path)/thumbnail-240", Optional(session)), ("/l/\(secret)/1/thumbnail-240", nil)] {
                let whole = try await served.ask("GET", target, as: who)
                #expect(whole.status == 200 && whole.body == Self.picture, "\(target): \(whole)")
                #expect(whole["Content-Type"] == "image/webp" && whole["X-Content-Type-Options"] == "nosniff")
                let tag = try #require(whole["ETag"])
                let part = try await served.ask("GET", target, as: who, [("Range", "bytes=0-3")])
                #expect(part.status == 206 && part.body == Array("RIFF".utf8))
                try await served.ask("GET", target, as: who, [("If-None-Match", tag)], status: 304)
            }
            #expect(try await served.ask("GET", "\(path)/thumbnail-240", as: served.session("u2")).status == 404)
            #expect(try await served.ask("GET", "\(path)/web", as: session).status == 404)
            #expect(try await served.ask("GET", "\(path)/other", as: session).status == 400)
        }
    }

    @Test("cards and versions show small pictures, and documents without one the drawing of their type")
    func pages() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "A, B\n", as: session, of: "u1")
            let before = try await served.ask("GET", "/documents", as: session)
            #expect(before.text.contains("class=\"placeholder") && !before.text.contains("class=\"thumbnail\""))
            _ = try await Self.add(.thumbnail240, "image/webp", to: document, in: served)
            let source = "src=\"/api/v1/documents/\(document.id)/renditions/thumbnail-240\""
            for target in ["/documents", "/documents/\(document.id)"] {
                let page = try await served.ask("GET", target, as: session)
                #expect(page.text.contains(source), "\(target)")
            }
            let media = try await served.ask("GET", "/api/v1/documents/\(document.id)/media", as: session)
            #expect(try media.json["renditions"]?.list?.first?["kind"] == "thumbnail-240", "\(media)")
        }
    }
}
