internal import CompassTesting
internal import HTTPMessages
internal import Synchronization
internal import Testing

@testable internal import HTTPServer

@Suite struct MultipartTests {
    /// As a browser sends it.
    static let sample = """
        --X-\r
        Content-Disposition: form-data; name="title"\r
        \r
        Höhe\r
        --X-\r
        Content-Disposition: form-data; name="file"; filename="a %22b%22.pdf"\r
        Content-Type: application/pdf\r
        \r
        %PDF\r
        --X\r
        -- \r\r
        \r
        --X-\r
        Content-Disposition: form-data; name="none"; filename=""\r
        Content-Type: application/octet-stream\r
        \r
        \r
        --X---\r

        """

    static let sampleParts = [
        ReadPart("title", nil, nil, Array("Höhe".utf8)),
        ReadPart("file", "a \"b\".pdf", "application/pdf", Array("%PDF\r\n--X\r\n-- \r\r\n".utf8)),
        ReadPart("none", "", "application/octet-stream", []),
    ]

    @Test("a body: its parts, wherever it is cut in two")
    func everySplit() async throws {
        let bytes = Array(Self.sample.utf8)
        for place in 0...bytes.count {
            let found = await Multipart.read([Array(bytes[..<place]), Array(bytes[place...])], boundary: "X-")
            #expect(found == Multipart.Outcome(parts: Self.sampleParts, error: nil), "at \(place)")
        }
    }

    @Test("a body: its parts, in pieces of any size", arguments: [1, 2, 3, 5, 7, 64])
    func sizes(_ size: Int) async throws {
        let bytes = Array(Self.sample.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
            Array(bytes[$0..<min(bytes.count, $0 + size)])
        }
        #expect(await Multipart.read(pieces, boundary: "X-") == Multipart.Outcome(parts: Self.sampleParts, error: nil))
    }

    @Test("a body that ends anywhere before its last boundary: it says that it was cut off")
    func truncated() async throws {
        let bytes = Array(Self.sample.utf8)
        for count in 0..<(bytes.count - 2) {
            let found = await Multipart.read([Array(bytes[..<count])], boundary: "X-")
            #expect(found.error == "The form ends before its last boundary: it was cut off on its way.", "at \(count)")
        }
    }

    @Test(
        "the parts that a client may send",
        arguments: [
            // Nothing at all.
            ("--b--", []), ("--b--\r\n", []), ("\r\n--b--", []), ("before\r\n--b--\r\nbehind", []),
            ("--b  \t\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b-- \r\n", ["a=x"]),
            // Without the line break of the text: the boundary begins a line.
            ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b--", ["a="]),
            ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b--", ["a="]),
            ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n\r\n--b--", ["a=\r\n"]),
            ("--b\r\ncontent-disposition:FORM-DATA;NAME=\"a\" \r\nX-Y: z\r\n\r\n--bx", nil),
            ("--b\r\ncontent-disposition:FORM-DATA;NAME=\"a\" \r\nX-Y: z\r\n\r\nx--b\r\n--b--", ["a=x--b"]),
        ] as [(String, [String]?)])
    func shapes(_ body: String, _ expected: [String]?) async {
        let found = await Multipart.read([Array(body.utf8)], boundary: "b")
        if let expected {
            #expect(found.error == nil)
            #expect(found.parts.map { "\($0.name)=\(String(decoding: $0.bytes, as: UTF8.self))" } == expected)
        } else {
            #expect(found.error != nil)
        }
    }

    @Test(
        "names of files: as browsers and other clients escape them",
        arguments: [
            (#"name="a"; filename="x.pdf""#, "x.pdf"), (#"name="a"; filename=x.pdf"#, "x.pdf"),
            (#"name="a"; filename="Höhe 100%.pdf""#, "Höhe 100%.pdf"), (#"name="a"; filename="%C3%A9""#, "%C3%A9"),
            (#"name="a"; filename="a%22b%0D%0Ac""#, "a\"b\r\nc"), (#"name="a"; filename="a\"b\\c\d""#, #"a"b\c\d"#),
            (#"name="a"; filename="C:\dir\x.pdf""#, #"C:\dir\x.pdf"#), (#"name="a"; filename="a\""#, #"a\"#),
            (#"name="a"; filename="a;b=c""#, "a;b=c"), (#"name="a"; filename="""#, ""), (#"name="a""#, nil),
            (#"name="a"; filename="x"; filename*=UTF-8''%e2%82%ac%20rates"#, "€ rates"),
            (#"name="a"; filename*=utf-8'en'x'y"#, "x'y"), ("name=\"a\"; filename=\"\u{301}x\"", "\u{301}x"),
            (#"name="a" ; filename="x" ;"#, "x"), (#"filename="../../etc/passwd"; name="a""#, "../../etc/passwd"),
        ] as [(String, String?)])
    func filenames(_ parameters: String, _ expected: String?) async {
        let body = "--b\r\nContent-Disposition: form-data; \(parameters)\r\n\r\nx\r\n--b--\r\n"
        let found = await Multipart.read([Array(body.utf8)], boundary: "b")
        #expect(found.error == nil)
        #expect(found.parts.first?.name == "a")
        #expect(found.parts.first?.filename.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "the type of a part: what it says, or nothing",
        arguments: [
            ("Content-Type: text/plain; charset=utf-8", "text/plain; charset=utf-8"), ("Content-Type: ", nil),
            ("Content-Type: nonsense", nil), ("X: y", nil),
        ] as [(String, String?)])
    func types(_ line: String, _ expected: String?) async {
        let body = "--b\r\nContent-Disposition: form-data; name=a\r\n\(line)\r\n\r\nx\r\n--b--\r\n"
        #expect(await Multipart.read([Array(body.utf8)], boundary: "b").parts.first?.type == expected)
    }

    static let disposition = "Content-Disposition: form-data; name=a"

    @Test(
        "a part that cannot be read: it is said what is wrong with it",
        arguments: [
            ("", "has no `Content-Disposition`"), ("X: y", "has no `Content-Disposition`"),
            ("Content-Disposition: attachment; name=a", "has a `Content-Disposition` other than `form-data`"),
            ("Content-Disposition: form-data", "names no field"),
            ("Content-Disposition: form-data; filename=a", "names no field"),
            ("Content-Disposition: form-data; name", "has a `Content-Disposition` that cannot be read"),
            ("Content-Disposition: form-data; =a", "has a `Content-Disposition` that cannot be read"),
            ("Content-Disposition: form-data; name=\"a", "has a `Content-Disposition` whose quotes do not end"),
            ("Content-Disposition: form-data; name=\"a\"b", "has a `Content-Disposition` whose quotes do not end"),
            ("Content-Disposition: form-data; name=a; name=b", "says `name` twice"),
            ("\(disposition)\r\n\(disposition)", "says `Content-Disposition` twice"),
            ("\(disposition); filename*=latin1''x", "has a `filename*` that cannot be read"),
            ("\(disposition); filename*=UTF-8''%ff", "has a `filename*` that cannot be read"),
            ("\(disposition)\r\nno name", "has a line without a name"),
            ("\(disposition)\r\n folded: x", "has a line without a name"),
            ("\(disposition)\r\n: x", "has a line without a name"),
            ("\(disposition)\nX: y", "has a line that does not end with CR LF"),
            ("\(disposition)\rX: y", "has a line that does not end with CR LF"),
            (
                "\(disposition)\r\nContent-Transfer-Encoding: base64",
                "has a `Content-Transfer-Encoding`, which no browser sends"
            ),
        ])
    func heads(_ head: String, _ expected: String) async {
        let head = head.isEmpty ? "" : head + "\r\n"
        let body = "--b\r\n\(Self.disposition)\r\n\r\nx\r\n--b\r\n\(head)\r\ny\r\n--b--\r\n"
        let found = await Multipart.read([Array(body.utf8)], boundary: "b")
        #expect(found.parts.count == 1)
        #expect(found.error == "The head of part 2 of the form \(expected).")
    }

    @Test("a name that is no UTF-8: refused")
    func encoding() async {
        let body =
            Array("--b\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF] + Array("\"\r\n\r\n\r\n--b--".utf8)
        #expect(await Multipart.read([body], boundary: "b").error == "The head of part 1 of the form is not UTF-8.")
    }

    @Test(
        "behind a boundary something else than the end of its line: refused",
        arguments: [
            ("--bx\r\n", "Behind the first boundary of the form stands something else than the end of its line."),
            ("--b-\r\n", "Behind the first boundary of the form stands something else than the end of its line."),
            ("--b\n", "Behind the first boundary of the form stands something else than the end of its line."),
            ("--b\r\r\n", "Behind the first boundary of the form stands something else than the end of its line."),
            (
                "--b\r\n\(disposition)\r\n\r\nx\r\n--bc",
                "Behind the boundary after part 1 of the form stands something else than the end of its line."
            ),
        ])
    func boundaries(_ body: String, _ expected: String) async {
        #expect(await Multipart.read([Array(body.utf8)], boundary: "b").error == expected)
    }

    @Test(
        "limits: heads, parts, and what stands before and behind them, whichever way the body is cut",
        arguments: [1, 9, 1_000])
    func limits(_ size: Int) async {
        func error(_ body: String, _ limits: MultipartReader.Limits = .init(headSize: 60, parts: 2)) async -> String? {
            let bytes = Array(body.utf8)
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                Array(bytes[$0..<min(bytes.count, $0 + size)])
            }
            return await Multipart.read(pieces, boundary: "b", limits: limits).error
        }
        let part = "--b\r\n\(Self.disposition)\r\n\r\nx\r\n"
        #expect(await error(part + part + "--b--") == nil)
        #expect(await error(part + part + part + "--b--") == "The form has more than 2 parts.")
        let room = 60 - 2 - Self.disposition.utf8.count - 2
        for (count, isRefused) in [(room, false), (room + 1, true), (500, true)] {
            let line = "X: " + String(repeating: "y", count: count - 3)
            let found = await error("--b\r\n\(Self.disposition)\r\n\(line)\r\n\r\nx\r\n--b--")
            #expect(found == (isRefused ? "The head of part 1 of the form is larger than 60 bytes." : nil), "\(count)")
        }
        for (count, isRefused) in [(60, false), (61, true), (500, true)] {
            let filling = String(repeating: "y", count: count)
            #expect(
                await error("\(filling)\r\n" + part + "--b--")
                    == (isRefused ? "The first 60 bytes of the form have no boundary in them." : nil), "\(count)")
            #expect(
                await error(part + "--b--" + filling)
                    == (isRefused ? "More than 60 bytes stand after the last boundary of the form." : nil), "\(count)")
        }
        let spaces = String(repeating: " ", count: 61)
        #expect(await error("--b\(spaces)\r\n")?.hasPrefix("Behind the first boundary") == true)
    }

    @Test(
        "no boundary, or none that can be one: refused",
        arguments: [
            "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=b",
            "multipart/form-data; boundary=\"a \"", "multipart/form-data; boundary=\"a\u{7F}\"",
            "multipart/form-data; boundary=\(String(repeating: "a", count: 71))",
            "multipart/form-data; boundary=\"a\\\"b\"",
        ])
    func types(_ text: String) throws {
        let type = try #require(MediaType(text))
        #expect(throws: MultipartError.unsoundType) { try MultipartReader(type: type) { nil } }
    }

    @Test("a part that nobody reads: the next one comes all the same, and the former can be read no more")
    func skipping() async throws {
        let reader = try Multipart.reader([Array(Self.sample.utf8)], boundary: "X-")
        let first = try #require(try await reader.next())
        let second = try #require(try await reader.next())
        #expect(second.head.name == "file")
        await #expect(throws: MultipartError.passed) { try await first.next() }
        #expect(try await second.collect(atMost: 17) == Self.sampleParts[1].bytes)
        #expect(try await second.next() == nil)
        let third = try #require(try await reader.next())
        #expect(try await third.collect(atMost: 0) == [])
        #expect(try await reader.next() == nil)
        #expect(try await reader.next() == nil)
        await #expect(throws: MultipartError.passed) { try await second.next() }
    }

    @Test("a part that is larger than is allowed: refused")
    func collecting() async throws {
        let reader = try Multipart.reader([Array(Self.sample.utf8)], boundary: "X-")
        _ = try await reader.next()
        let part = try #require(try await reader.next())
        let error = await #expect(throws: MultipartError.self) { try await part.collect(atMost: 16) }
        #expect(error?.description == "The field `file` is larger than 16 bytes.")
    }

    @Test("a body that is broken stays broken")
    func brokenForGood() async throws {
        let reader = try Multipart.reader([Array("--b\r\n\r\n".utf8), Array("--b--".utf8)], boundary: "b")
        for _ in 0..<3 {
            await #expect(throws: MultipartError.malformedHead(part: 1, "has no `Content-Disposition`")) {
                try await reader.next()
            }
        }
    }

    @Test("a form over a connection: its parts, and the connection goes on", .timeLimit(.minutes(2)))
    func served() async throws {
        try await withServer { request in
            do {
                let type = try #require(request.headers["Content-Type"].flatMap { MediaType($0) })
                let reader = try MultipartReader(request.body, type: type)
                var parts: [String] = []
                while let part = try await reader.next() {
                    parts.append("\(part.head.name) \(try await part.collect(atMost: 1 << 20).count)")
                }
                return .text(parts.joined(separator: ", "))
            } catch {
                return .text("\(error)", status: 400)
            }
        } body: { server in
            let body = Self.sample.replacing("%PDF", with: String(repeating: "%PDF", count: 100_000))
            let answers = try await server.client { client in
                try [body, "--X---", "--X-"].map { body in
                    try client.ask(
                        "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=X-\r\n"
                            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    ).text
                }
            }
            #expect(
                answers == [
                    "title 5, file 400013, none 0", "",
                    "The form ends before its last boundary: it was cut off on its way.",
                ])
        }
    }

    @Test("a large file: whole pieces are handed on, so that no more is held than one of them")
    func large() async throws {
        let head = Array("--b\r\n\(Self.disposition); filename=x\r\n\r\n".utf8)
        let piece = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let reader = try Multipart.reader(
            [head] + Array(repeating: piece, count: 64) + [Array("\r\n--b--".utf8)], boundary: "b")
        let part = try #require(try await reader.next())
        var sizes: [Int] = []
        for try await bytes in part { sizes.append(bytes.count) }
        #expect(sizes == Array(repeating: 65_536, count: 64))
        #expect(try await reader.next() == nil)
    }
}

/// What was read of a part.
struct ReadPart: Hashable, Sendable {
    let name: String
    let filename: String?
    let type: String?
    let bytes: [UInt8]

    init(_ name: String, _ filename: String?, _ type: String?, _ bytes: [UInt8]) {
        (self.name, self.filename, self.type, self.bytes) = (name, filename, type, bytes)
    }
}

enum Multipart {
    struct Outcome: Hashable, Sendable {
        var parts: [ReadPart] = []
        var error: String?
    }

    static func reader(
        _ pieces: [[UInt8]], boundary: String, limits: MultipartReader.Limits = .init()
    ) throws -> MultipartReader {
        let type = try #require(MediaType("multipart/form-data; boundary=\"\(boundary)\""))
        let left = Mutex(pieces.filter { !$0.isEmpty }[...])
        return try MultipartReader(type: type, limits: limits) { left.withLock { $0.popFirst() } }
    }

    /// All whole parts, and why there are no more.
    static func read(
        _ pieces: [[UInt8]], boundary: String, limits: MultipartReader.Limits = .init()
    ) async -> Outcome {
        var outcome = Outcome()
        do {
            let reader = try reader(pieces, boundary: boundary, limits: limits)
            while let part = try await reader.next() {
                let bytes = try await part.collect(atMost: .max)
                outcome.parts.append(
                    ReadPart(part.head.name, part.head.filename, part.head.contentType?.description, bytes))
            }
        } catch {
            outcome.error = "\(error)"
        }
        return outcome
    }
}
