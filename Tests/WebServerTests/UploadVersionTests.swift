import Documents
import Platform
import Service
import Testing
import Workspaces

@testable import WebServer

/// Files that are sent to be versions of a certain document.
@Suite(.timeLimit(.minutes(4))) struct UploadVersionTests {
    @Test(
        "known bytes, sent for another document in one request, by tus or by a form: each time they are its next version"
    )
    func versionOfKnownBytes() async throws {
        try await withServedWorkspace(as: "u1", duplicates: "attach") { served, session in
            _ = try await served.addDocument("One", "grades", as: session, of: "u1")
            let two = try await served.addDocument("Two", "draft", as: session, of: "u1")
            let path = "/api/v1/documents/\(two.id)/versions"
            let requests = [
                WebRequest(
                    "POST", "\(path)?name=a.txt", session.headers + [("Content-Type", "application/octet-stream")],
                    body: Array("grades".utf8)),
                Self.beginning(two.id, as: session, body: Array("grades".utf8)),
                Self.form("/documents/\(two.id)/versions/new", "grades", as: session),
            ]
            for (number, request) in zip(2..., requests) {
                let events = served.service.events
                let following = events.follow(after: events.last) { $0.kind == .runEnded }
                let answer = try await served.ask(request)
                #expect([201, 202, 303].contains(answer.status), "\(answer)")
                #expect(await following.next(atMost: .seconds(60))?.count == 1)
                let versions = try await served.ask("GET", path, as: session).json["versions"]?.list ?? []
                #expect(versions.count == number && versions.first?["version"] == .integer(Int64(number)), "\(answer)")
            }
            // Its page says which of them have the bytes of an earlier one.
            let page = try await served.ask("GET", "/documents/\(two.id)", as: session)
            let html = String(decoding: page.body, as: UTF8.self)
            for (number, isSaid) in [(1, false), (2, true), (3, true), (4, false)] {
                #expect(html.contains("Same bytes as version \(number)<") == isSaid, "\(number)")
            }
            let uploads = try await served.ask("GET", "/api/v1/uploads", as: session).json["uploads"]?.list ?? []
            #expect(uploads.prefix(3).allSatisfy { $0["document"]?.string == two.id }, "\(uploads)")
            let documents = try await served.ask("GET", "/api/v1/documents", as: session).json["documents"]?.list
            #expect(documents?.count == 2)
        }
    }

    @Test(
        "a file for a document: one of somebody else is 404, one in the trash 400, as is another type, title or owner")
    func wrongDocuments() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let other = try await served.addDocument("Theirs", "grades", as: try await served.session("u2"), of: "u2")
            let own = try await served.addDocument("Own", "grades", as: session, of: "u1")
            func begin(_ document: DocumentVersion, _ more: String = "") async throws -> WebAnswer {
                try await served.ask(Self.beginning(document.id, more, as: session))
            }
            #expect(try await begin(other).status == 404)
            for more in ["type \("resume".base64)", "title \("Another".base64)", "owner \("u2".base64)"] {
                let answer = try await begin(own, ",\(more)")
                #expect(answer.status == 400 && answer.detail.contains("leave it out"), "\(answer)")
            }
            let begun = try await begin(own, ",type \("transcript".base64),title \("Own".base64)")
            #expect(begun.status == 201, "\(begun)")
            let target = try #require(begun["Location"]?.split(separator: "/").last)
            let head = try await served.ask("HEAD", "/api/v1/uploads/\(target)", as: session, [UploadTests.tus])
            #expect(head["Upload-Metadata"]?.contains("document \(own.id.base64)") == true, "\(head)")
            _ = try await served.workspace.catalog.trash(own.id)
            let trashed = try await begin(own)
            #expect(trashed.status == 400 && trashed.detail.contains("is in the trash"), "\(trashed)")
        }
    }

    /// Begins an upload by tus for a document, by its id or title.
    static func beginning(
        _ document: String, _ more: String = "", as who: Credential, body: [UInt8]? = nil
    ) -> WebRequest {
        let metadata = "filename \("b.txt".base64),document \(document.base64)\(more)"
        return UploadTests.creation(metadata, length: 6, as: who, body: body)
    }

    /// A form with a file, as a browser sends it to a page.
    ///
    /// - Parameter fields: that stand before the file.
    static func form(
        _ path: String, _ text: String, _ fields: [(name: String, value: [UInt8])] = [], as who: Credential
    ) -> WebRequest {
        let head = "--x-boundary\r\nContent-Disposition: form-data; name="
        let parts = fields.flatMap { Array("\(head)\"\($0.name)\"\r\n\r\n".utf8) + $0.value + Array("\r\n".utf8) }
        let file = "\(head)\"file\"; filename=\"c.txt\"\r\n\r\n\(text)\r\n--x-boundary--\r\n"
        return WebRequest(
            "POST", path, who.headers + [("Content-Type", "multipart/form-data; boundary=x-boundary")],
            body: parts + Array(file.utf8))
    }
}
