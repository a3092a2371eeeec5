import CompassTesting
import Documents
import Platform
import Testing
import Workspaces

@testable import WebServer

/// The bytes of documents, as owners and as whoever has a link reads them.
@Suite(.timeLimit(.minutes(4))) struct ContentTests {
    private static let bytes = Array((0..<100).map { "line \($0 % 10)\n" }.joined().utf8)
    private static let size = bytes.count

    /// Where the same bytes are read: at a document, and at a link.
    private static func withContent(
        _ body: @escaping @Sendable (ServedWorkspace, _ target: String, _ who: Credential?) async throws -> Void
    ) async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            try await served.upload("file.txt", bytes, title: "Spring", as: session, of: "u1")
            let document = try await served.document("Spring")
            try await body(served, "/api/v1/documents/\(document.id)/content", session)
            let made = try await served.ask(
                "POST", "/api/v1/links", json: ["documents": [.string(document.id)]], as: session)
            let url = try #require(try made.json["url"]?.string)
            try await body(served, "/l/\(try #require(url.split(separator: "/").last))/1", nil)
        }
    }

    @Test("ranges: each answered as RFC 9110 has it, by a document and by a link")
    func ranges() async throws {
        let size = Self.size
        let table: [(range: String, part: Range<Int>?, status: Int)] = [
            ("bytes=10-19", 10..<20, 206), ("bytes=\(size - 1)-", (size - 1)..<size, 206),
            ("bytes=-5", (size - 5)..<size, 206), ("bytes=0-\(size)", 0..<size, 206),
            ("bytes=\(size)-", nil, 416), ("bytes=0-1,5-6", nil, 200), ("lines=0-1", nil, 200),
        ]
        try await Self.withContent { served, target, who in
            for (range, part, status) in table {
                let answer = try await served.ask("GET", target, as: who, [("Range", range)])
                #expect(answer.status == status, "\(target) \(range): \(answer)")
                switch status {
                case 206:
                    let part = try #require(part)
                    #expect(answer.body == Array(Self.bytes[part]), "\(range)")
                    #expect(
                        answer["Content-Range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)", "\(range)"
                    )
                    #expect(answer["Content-Length"] == "\(part.count)", "\(range)")
                case 416:
                    #expect(answer["Content-Range"] == "bytes */\(size)", "\(range): \(answer)")
                default:
                    #expect(answer.body == Self.bytes && answer["Content-Range"] == nil, "\(range)")
                }
                // A range of a HEAD means nothing (RFC 9110, 14.2).
                let head = try await served.ask("HEAD", target, as: who, [("Range", range)])
                #expect(
                    head.status == 200 && head["Content-Length"] == "\(size)" && head.body.isEmpty, "\(range): \(head)")
            }
        }
    }

    @Test("If-Range: with the tag the part, with another one or a weak one everything")
    func ifRange() async throws {
        try await Self.withContent { served, target, who in
            let head = try await served.ask("HEAD", target, as: who)
            let tag = try #require(head["ETag"])
            let date = try #require(head["Last-Modified"])
            #expect(tag.hasPrefix("\"") && head["Accept-Ranges"] == "bytes")
            for (condition, status) in [(tag, 206), ("W/\(tag)", 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 200)] {
                let answer = try await served.ask(
                    "GET", target, as: who, [("Range", "bytes=1-2"), ("If-Range", condition)])
                #expect(answer.status == status, "\(condition): \(answer)")
            }
            // A date so near may be that of two versions: no strong validator (RFC 9110, 8.8.2.2).
            let dated = try await served.ask("GET", target, as: who, [("Range", "bytes=1-2"), ("If-Range", date)])
            #expect(dated.status == 200 || dated.status == 206)
        }
    }

    @Test("conditions: 304 and 412 by tags and dates, tags before dates")
    func conditions() async throws {
        try await Self.withContent { served, target, who in
            let head = try await served.ask("HEAD", target, as: who)
            let tag = try #require(head["ETag"])
            let date = try #require(head["Last-Modified"])
            let old = "Sun, 06 Nov 1994 08:49:37 GMT"
            let table: [([(name: String, value: String)], Int)] = [
                ([("If-None-Match", tag)], 304), ([("If-None-Match", "\"other\"")], 200),
                ([("If-Modified-Since", date)], 304), ([("If-Modified-Since", old)], 200),
                ([("If-None-Match", "\"other\""), ("If-Modified-Since", date)], 200),
                ([("If-Match", tag)], 200), ([("If-Unmodified-Since", old)], 412),
                ([("If-Match", "\"other\""), ("Range", "bytes=0-1")], 412),
                ([("If-None-Match", tag), ("Range", "bytes=0-1")], 304),
            ]
            for (headers, status) in table {
                for method in Nightly.isOn ? ["GET", "HEAD"] : ["GET"] {
                    if method == "HEAD", headers.contains(where: { $0.name == "Range" }) { continue }
                    let answer = try await served.ask(method, target, as: who, headers)
                    #expect(answer.status == status, "\(method) \(headers): \(answer)")
                    if status == 304 {
                        #expect(answer.body.isEmpty && answer["ETag"] == tag, "\(headers): \(answer)")
                        #expect(answer["Content-Type"] == nil)
                    }
                }
            }
        }
    }

    @Test("bytes are never compressed, never run by a browser, and the private ones kept by no proxy")
    func headers() async throws {
        try await Self.withContent { served, target, who in
            let answer = try await served.ask("GET", target, as: who, [("Accept-Encoding", "br, gzip")])
            #expect(answer["Content-Encoding"] == nil && answer.body == Self.bytes)
            #expect(answer["Content-Security-Policy"]?.hasPrefix("sandbox;") == true)
            #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
            #expect(answer["Cache-Control"]?.hasPrefix("private") == true, "\(answer)")
            #expect(answer["Content-Disposition"]?.hasPrefix("inline; filename=\"Spring.txt\"") == true, "\(answer)")
            let stored = try await served.ask("GET", target + "?download=true", as: who)
            #expect(stored["Content-Disposition"]?.hasPrefix("attachment; filename=\"Spring.txt\"") == true)
        }
    }

    @Test("texts in any charset: the header names what the bytes are, and the page shows their characters")
    func charsets() async throws {
        let words = "Größe;Tore\n"
        let latin: [UInt8] = words.unicodeScalars.map { UInt8($0.value) }
        let wide: [UInt8] = [0xFF, 0xFE] + words.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let table: [(title: String, bytes: [UInt8], type: String)] = [
            ("Latin", latin, "text/plain; charset=windows-1252"), ("Wide", wide, "text/plain; charset=utf-16le"),
            ("Usual", Array(words.utf8), "text/plain; charset=utf-8"),
        ]
        try await withServedWorkspace(as: "u1") { served, session in
            for (title, bytes, type) in table {
                try await served.upload("\(title).txt", bytes, title: title, as: session, of: "u1")
                let document = try await served.document(title)
                let answer = try await served.ask("GET", "/api/v1/documents/\(document.id)/content", as: session)
                #expect(answer["Content-Type"] == type && answer.body == bytes, "\(title): \(answer)")
                for path in ["/documents/\(document.id)", "/documents/\(document.id)/view"] {
                    let page = try await served.ask("GET", path, as: session)
                    let text = String(decoding: page.body, as: UTF8.self)
                    #expect(text.contains("\n\(words)</pre>"), "\(title): \(path)")
                }
            }
        }
    }

    @Test("a table is sent as one, and as plain text to who looks at it by a link: browsers show no tables")
    func table() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let lines = (1...20).map { "\($0),é\n" }.joined()
            try await served.upload("table.txt", Array(lines.utf8), title: "Table", as: session, of: "u1")
            let document = try await served.document("Table")
            try #require(document.mimeType == "text/csv")
            let answer = try await served.ask("GET", "/api/v1/documents/\(document.id)/content", as: session)
            #expect(answer["Content-Type"] == "text/csv; charset=utf-8", "\(answer)")
            let made = try await served.ask(
                "POST", "/api/v1/links", json: ["documents": [.string(document.id)]], as: session)
            let url = try #require(try made.json["url"]?.string)
            let target = "/l/\(try #require(url.split(separator: "/").last))/1"
            for (query, type) in [("", "text/plain; charset=utf-8"), ("?download=true", "text/csv; charset=utf-8")] {
                let read = try await served.ask("GET", target + query)
                #expect(read["Content-Type"] == type, "\(query): \(read)")
            }
        }
    }

    @Test("types that a browser could run: bytes to be stored, whatever the file says it is")
    func unsafeTypes() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let html = Array("<!DOCTYPE html><html><body><script>alert(1)</script></body></html>".utf8)
            try await served.upload("page.txt", html, title: "Page", as: session, of: "u1")
            let document = try await served.document("Page")
            #expect(document.mimeType.hasPrefix("text/html"), "\(document.mimeType)")
            let answer = try await served.ask("GET", "/api/v1/documents/\(document.id)/content", as: session)
            #expect(answer["Content-Type"] == "application/octet-stream", "\(answer)")
            #expect(answer["Content-Disposition"]?.hasPrefix("attachment") == true)
            #expect(answer["X-Content-Type-Options"] == "nosniff")
        }
    }

    @Test("names: umlauts and separators arrive as they are or harmless, and no header is split")
    func names() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let table: [(title: String, starts: String, has: String)] = [
                (
                    "Zeugnis für Jürgen", "inline; filename=\"Zeugnis f_r J_rgen.txt\"",
                    "filename*=UTF-8''Zeugnis%20f%C3%BCr%20J%C3%BCrgen.txt"
                ),
                (
                    "50% off; done, \\ or /", "inline; filename=\"50_ off; done, _ or _.txt\"",
                    "50%25%20off%3B%20done%2C%20_%20or%20_.txt"
                ),
                ("...", "inline; filename=\"txt\"", ""),
                // As people name a document after its file.
                ("Report.txt", "inline; filename=\"Report.txt\"", ""),
                ("REPORT 2.TXT", "inline; filename=\"REPORT 2.txt\"", ""),
                ("Report.pdf", "inline; filename=\"Report.pdf.txt\"", ""),
            ]
            for (title, starts, has) in table {
                let document = try await served.addDocument(title, "text of \(title)", as: session, of: "u1")
                let answer = try await served.ask("GET", "/api/v1/documents/\(document.id)/content", as: session)
                let value = try #require(answer["Content-Disposition"])
                #expect(value.hasPrefix(starts), "\(title): \(value)")
                #expect(has.isEmpty || value.contains(has), "\(title): \(value)")
                #expect(value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
            }
            for title in ["left\u{200F}fdp.exe", "a\u{200B}b", "a\u{2060}b\u{FEFF}"] {
                let document = try await served.addDocument(title, "text of \(title)", as: session, of: "u1")
                let answer = try await served.ask("GET", "/api/v1/documents/\(document.id)/content", as: session)
                let value = try #require(answer["Content-Disposition"])
                // U+2000 to U+206F, percent-encoded, and U+FEFF.
                #expect(!value.contains("%E2%80") && !value.contains("%E2%81") && !value.contains("%EF%BB"), "\(value)")
            }
            // What would end a line or reorder it becomes no title at all.
            for title in ["a\r\nSet-Cookie: x=1", "a\u{0}b", "a\nb", "left\u{202E}fdp.exe", "a\u{2066}b"] {
                let metadata = UploadTests.metadata("a.txt").value + ",title \(title.base64)"
                let answer = try await served.ask(UploadTests.creation(metadata, length: 3, as: session))
                #expect(answer.status == 400, "\(title.debugDescription): \(answer)")
            }
        }
    }

    @Test(
        "a link: it shows its document until it is revoked, counts who shows the page or the file, and hides its document's id"
    )
    func link() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("<b>Spring</b>", "grades", as: session, of: "u1")
            let made = try await served.ask(
                "POST", "/api/v1/links", json: ["documents": [.string(document.id)]], as: session)
            let id = try #require(try made.json["id"]?.string)
            let secret = String(try #require(try made.json["url"]?.string?.split(separator: "/").last))
            func views() async throws -> Int64? {
                try await served.ask("GET", "/api/v1/links/\(id)", as: session).json["views"]?.integer
            }
            _ = try await served.ask("HEAD", "/l/\(secret)")
            #expect(try await views() == 0)
            let page = try await served.ask("GET", "/l/\(secret)")
            #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8", "\(page)")
            #expect(page.text.contains("&lt;b&gt;Spring&lt;/b&gt;") && !page.text.contains("<b>"))
            #expect(!page.text.contains(document.id) && !page.text.contains("u1"))
            #expect(page["Cache-Control"]?.contains("public") != true)
            #expect(try await views() == 0, "what fetches the page alone shows it to nobody")
            #expect(page.text.contains("<link rel=\"stylesheet\" href=\"/l/\(secret)/seen\">"))
            let seen = try await served.ask("GET", "/l/\(secret)/seen")
            #expect(seen.status == 200 && seen["Content-Type"] == "text/css; charset=utf-8", "\(seen)")
            #expect(seen["Cache-Control"] == "no-store" && seen.body.isEmpty)
            #expect(try await views() == 1)
            // Of the file alone, by somebody else.
            let file = try await served.ask(WebRequest("GET", "/l/\(secret)/1", [("User-Agent", "Other")]))
            #expect(file.text == "grades")
            #expect(try await views() == 2)
            for target in [
                "/l/\(secret)/0", "/l/\(secret)/2", "/l/\(secret)x", "/l/\(secret.dropLast())", "/l/\(secret)/1/2",
            ] {
                let answer = try await served.ask("GET", target)
                #expect(answer.status == 404 || answer.status == 400, "\(target): \(answer)")
            }
            #expect(try await served.ask("DELETE", "/api/v1/links/\(id)", as: session).status == 200)
            for target in ["/l/\(secret)", "/l/\(secret)/1", "/l/\(secret)/seen"] {
                let gone = try await served.ask("GET", target, status: 410)
                #expect(!gone.text.contains("grades"))
            }
            // No list of documents for who has no account.
            for (target, status, words) in [
                ("/l/\(secret)", 410, "This link has been withdrawn. Ask for a new one."),
                ("/l/\(secret)x", 404, "This address is no link, or one that has been withdrawn. Ask for a new one."),
            ] {
                let page = try await served.ask("GET", target, status: status)
                #expect(page.text.contains("<p>\(words)</p>") && !page.text.contains("class=\"button\""), "\(page)")
            }
            #expect(try await views() == 2)
        }
    }

    @Test("programs that ask for a link's page, file or style sheet by themselves: none of it is a view")
    func unattended() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "grades", as: session, of: "u1")
            let made = try await served.ask(
                "POST", "/api/v1/links", json: ["documents": [.string(document.id)]], as: session)
            let id = try #require(try made.json["id"]?.string)
            let secret = String(try #require(try made.json["url"]?.string?.split(separator: "/").last))
            let browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
            let askers: [[(name: String, value: String)]] = [
                [("User-Agent", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)")],
                [("User-Agent", "facebookexternalhit/1.1")],
                [("User-Agent", browser), ("Sec-Purpose", "prefetch;prerender")],
            ]
            for headers in askers {
                for part in ["", "/seen", "/1"] {
                    let answer = try await served.ask(WebRequest("GET", "/l/\(secret)\(part)", headers))
                    #expect(answer.status == 200, "\(headers) \(part): \(answer)")
                }
            }
            let link = try await served.ask("GET", "/api/v1/links/\(id)", as: session).json
            #expect(link["views"]?.integer == 0 && link["last-viewed-at"]?.string == nil, "\(link)")
            let story = try await served.ask("GET", "/documents/\(document.id)", as: session)
            #expect(!story.text.contains("by link</p>"), "\(story.text)")
            _ = try await served.ask(WebRequest("GET", "/l/\(secret)/seen", [("User-Agent", browser)]))
            #expect(try await served.ask("GET", "/api/v1/links/\(id)", as: session).json["views"]?.integer == 1)
        }
    }

    @Test("the address of a link's document means that document, or is gone, whatever becomes of the others")
    func places() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            var ids: [Value] = []
            for title in ["A", "B", "C"] {
                let document = try await served.addDocument(title, "of \(title)", as: session, of: "u1")
                _ = try await MediaTests.add(.thumbnail480, "image/webp", to: document, in: served)
                ids.append(.string(document.id))
            }
            let made = try await served.ask("POST", "/api/v1/links", json: ["documents": .list(ids)], as: session)
            let secret = String(try #require(try made.json["url"]?.string?.split(separator: "/").last))
            let catalog = served.workspace.catalog
            let texts = ids.compactMap(\.string)
            /// What is answered for each place: the text, or the status.
            func found() async throws -> [String] {
                var found: [String] = []
                for number in 1...4 {
                    let answer = try await served.ask("GET", "/l/\(secret)/\(number)")
                    let picture = try await served.ask("GET", "/l/\(secret)/\(number)/thumbnail-480")
                    #expect(picture.status == answer.status, "\(number): \(picture)")
                    found.append(answer.status == 200 ? answer.text : "\(answer.status)")
                }
                return found
            }
            #expect(try await found() == ["of A", "of B", "of C", "404"])
            _ = try await catalog.trashDocument(of: texts[0])
            #expect(try await found() == ["410", "of B", "of C", "404"])
            let page = try await served.ask("GET", "/l/\(secret)").text
            #expect(page.contains("/l/\(secret)/2?download=true") && !page.contains("/l/\(secret)/1?"))
            _ = try await catalog.restore(texts[0])
            #expect(try await found() == ["of A", "of B", "of C", "404"])
            _ = try await catalog.deleteDocument(of: texts[1], expecting: nil)
            #expect(try await found() == ["of A", "410", "of C", "404"])
            _ = try await catalog.deleteDocument(of: texts[2], expecting: nil)
            #expect(try await found() == ["of A", "410", "410", "404"], "the last one is gone as any other is")
            _ = try await catalog.trashDocument(of: texts[0])
            #expect(try await found() == ["410", "410", "410", "410"])
            try await served.ask("GET", "/l/\(secret)", status: 410)
        }
    }
}
