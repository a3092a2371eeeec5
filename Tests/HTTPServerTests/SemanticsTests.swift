internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Testing

@Suite struct ByteRangeTests {
    static let table: [(String?, Int64, ByteRange.Choice, String)] = [
        (nil, 10_000, .whole, ""),
        ("bytes=0-499", 10_000, .part(.init(0, 500)), "bytes 0-499/10000"),
        ("bytes=500-999", 10_000, .part(.init(500, 500)), "bytes 500-999/10000"),
        ("bytes=-500", 10_000, .part(.init(9_500, 500)), "bytes 9500-9999/10000"),
        ("bytes=9500-", 10_000, .part(.init(9_500, 500)), "bytes 9500-9999/10000"),
        ("bytes=0-0", 10_000, .part(.init(0, 1)), "bytes 0-0/10000"),
        ("bytes=-1", 10_000, .part(.init(9_999, 1)), "bytes 9999-9999/10000"),
        ("bytes=0-", 10_000, .part(.init(0, 10_000)), "bytes 0-9999/10000"),
        ("bytes=0-99999", 10_000, .part(.init(0, 10_000)), ""),
        ("bytes=-99999", 10_000, .part(.init(0, 10_000)), ""),
        ("BYTES=1-2", 10_000, .part(.init(1, 2)), ""),
        ("bytes= 1-2 ", 10_000, .part(.init(1, 2)), ""),
        ("bytes=,1-2,", 10_000, .part(.init(1, 2)), ""),
        ("bytes=5368709120-5368709121", 6 << 30, .part(.init(5 << 30, 2)), ""),
        ("bytes=0-99999999999999999999999", 10, .part(.init(0, 10)), ""),
        ("bytes=10000-", 10_000, .unsatisfiable, ""),
        ("bytes=99999999999999999999999-", 10_000, .unsatisfiable, ""),
        ("bytes=-0", 10_000, .unsatisfiable, ""),
        ("bytes=0-", 0, .unsatisfiable, ""),
        ("bytes=-5", 0, .whole, ""),
        ("bytes=0-1,5-6", 10_000, .whole, ""),
        ("bytes=2-1", 10_000, .whole, ""),
        ("bytes=a-b", 10_000, .whole, ""),
        ("bytes=-", 10_000, .whole, ""),
        ("bytes=", 10_000, .whole, ""),
        ("bytes 0-1", 10_000, .whole, ""),
        ("bytes=+1-2", 10_000, .whole, ""),
        ("bytes=1-2x", 10_000, .whole, ""),
        ("bytes=1 - 2", 10_000, .whole, ""),
        ("lines=0-1", 10_000, .whole, ""),
        ("", 10_000, .whole, ""),
    ]

    @Test("a Range: the part that RFC 9110 says", arguments: table)
    func choice(_ header: String?, _ length: Int64, _ expected: ByteRange.Choice, _ contentRange: String) {
        let choice = ByteRange.choose(header, length: length)
        #expect(choice == expected)
        if case .part(let range) = choice, !contentRange.isEmpty {
            #expect(range.contentRange(of: length) == contentRange)
        }
    }

    @Test("no part: the length is told")
    func unsatisfied() {
        #expect(ByteRange.unsatisfied(length: 1_234) == "bytes */1234")
    }
}

extension ByteRange {
    /// The range of a choice, as the tests write it.
    fileprivate init(_ offset: Int64, _ count: Int64) {
        guard case .part(let range) = ByteRange.choose("bytes=\(offset)-\(offset + count - 1)", length: .max) else {
            preconditionFailure("a range of at least one byte")
        }
        self = range
    }
}

@Suite struct EntityTagTests {
    @Test(
        "RFC 9110, section 8.8.3.2: strong and weak comparison",
        arguments: [
            (#"W/"1""#, #"W/"1""#, false, true), (#"W/"1""#, #"W/"2""#, false, false),
            (#"W/"1""#, #""1""#, false, true),
            (#""1""#, #""1""#, true, true),
        ])
    func comparison(_ left: String, _ right: String, _ isStrong: Bool, _ isWeak: Bool) throws {
        let left = try #require(EntityTag(reading: left))
        let right = try #require(EntityTag(reading: right))
        #expect(left.isStronglyEqual(to: right) == isStrong)
        #expect(left.isWeaklyEqual(to: right) == isWeak)
    }

    @Test(
        "no entity tag: nothing is read", arguments: ["abc", "\"", "\"a", "a\"", "w/\"a\"", "\"a\"b\"", "\"a b\"", ""])
    func malformed(_ text: String) {
        #expect(EntityTag(reading: text) == nil)
    }

    @Test("a list: its tags, with commas in them")
    func list() {
        #expect(EntityTag.List(reading: " * ") == .any)
        #expect(
            EntityTag.List(reading: #""a,b", W/"c" ,, bad, "d""#)
                == .tags([EntityTag("a,b"), EntityTag("c", isWeak: true), EntityTag("d")]))
        #expect(EntityTag("x", isWeak: true).description == #"W/"x""#)
    }
}

@Suite struct PreconditionsTests {
    static let modified = Timestamp(microseconds: 784_111_777_500_000)
    static let same = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let earlier = "Sun, 06 Nov 1994 08:49:36 GMT"
    static let later = "Sun, 06 Nov 1994 08:49:38 GMT"

    static let table: [(String, HTTPHeaders, Preconditions.Outcome)] = [
        ("GET", [:], .proceed),
        ("GET", ["If-None-Match": #""a""#], .notModified),
        ("HEAD", ["If-None-Match": #"W/"a""#], .notModified),
        ("GET", ["If-None-Match": #""b", "a""#], .notModified),
        ("GET", ["If-None-Match": #""b""#], .proceed),
        ("GET", ["If-None-Match": "*"], .notModified),
        ("PUT", ["If-None-Match": "*"], .failed),
        ("PUT", ["If-None-Match": #""a""#], .failed),
        ("PUT", ["If-Match": #""a""#], .proceed),
        ("PUT", ["If-Match": #""b", "a""#], .proceed),
        ("PUT", ["If-Match": #"W/"a""#], .failed),
        ("PUT", ["If-Match": #""b""#], .failed),
        ("PUT", ["If-Match": "*"], .proceed),
        ("GET", ["If-Modified-Since": same], .notModified),
        ("GET", ["If-Modified-Since": later], .notModified),
        ("GET", ["If-Modified-Since": earlier], .proceed),
        ("GET", ["If-Modified-Since": "yesterday"], .proceed),
        ("PUT", ["If-Modified-Since": same], .proceed),
        ("PUT", ["If-Unmodified-Since": same], .proceed),
        ("PUT", ["If-Unmodified-Since": earlier], .failed),
        ("PUT", ["If-Unmodified-Since": "never"], .proceed),
        // The tag counts, and not the date.
        ("GET", ["If-None-Match": #""b""#, "If-Modified-Since": same], .proceed),
        ("PUT", ["If-Match": #""a""#, "If-Unmodified-Since": earlier], .proceed),
        // If-Match comes first.
        ("GET", ["If-Match": #""b""#, "If-None-Match": #""a""#], .failed),
        ("GET", ["If-Match": #""a""#, "If-None-Match": #""a""#], .notModified),
    ]

    @Test("conditions: in the order of RFC 9110, section 13.2.2", arguments: table)
    func outcome(_ method: String, _ headers: HTTPHeaders, _ expected: Preconditions.Outcome) {
        #expect(
            Preconditions.evaluate(
                method: method, headers: headers, tag: EntityTag("a"), modified: Self.modified) == expected)
    }

    @Test("no current version: only If-None-Match is met")
    func missing() {
        func outcome(_ headers: HTTPHeaders) -> Preconditions.Outcome {
            Preconditions.evaluate(method: "PUT", headers: headers, tag: nil, exists: false)
        }
        #expect(outcome(["If-None-Match": "*"]) == .proceed)
        #expect(outcome(["If-Match": "*"]) == .failed)
        #expect(outcome(["If-Match": #""a""#]) == .failed)
    }

    @Test(
        "If-Range: a strong tag, or exactly the date",
        arguments: [
            (nil, true), (#""a""#, true), (#""b""#, false), (#"W/"a""#, false), (same, true), (later, false),
            (earlier, false), ("a", false),
        ] as [(String?, Bool)])
    func range(_ value: String?, _ expected: Bool) {
        let headers = value.map { ["If-Range": $0] as HTTPHeaders } ?? [:]
        #expect(Preconditions.allowsRange(headers: headers, tag: EntityTag("a"), modified: Self.modified) == expected)
        #expect(!Preconditions.allowsRange(headers: ["If-Range": #"W/"a""#], tag: EntityTag("a", isWeak: true)))
    }

    @Test("If-Range with a date of this minute: it may be shared with another version")
    func youngDate() {
        let now = Self.modified.advanced(by: .seconds(30))
        #expect(
            !Preconditions.allowsRange(headers: ["If-Range": Self.same], tag: nil, modified: Self.modified, now: now))
    }
}

@Suite struct HTTPDateTests {
    static let now = Timestamp(microseconds: 1_700_000_000_000_000)

    @Test(
        "the three formats: the same time",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
    func formats(_ text: String) {
        #expect(HTTPDate.read(text, now: Self.now) == Timestamp(microseconds: 784_111_777_000_000))
    }

    @Test(
        "what is no date: nothing is read",
        arguments: [
            "", "0", "784111777", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT x",
        ])
    func malformed(_ text: String) {
        #expect(HTTPDate.read(text, now: Self.now) == nil)
    }

    @Test("years of two digits: within 50 years")
    func shortYears() {
        #expect(
            HTTPDate.read("Friday, 01-Jan-70 00:00:00 GMT", now: Self.now)?.description == "2070-01-01T00:00:00.000Z")
        #expect(
            HTTPDate.read("Friday, 01-Jan-74 00:00:00 GMT", now: Self.now)?.description == "1974-01-01T00:00:00.000Z")
    }

    @Test(
        "any second: it is written and read back",
        arguments: [
            0, -1, 951_782_400, 951_868_799, 1_700_000_000, 4_102_444_799, 253_402_300_799,
        ] as [Int64])
    func roundTrip(_ seconds: Int64) {
        let time = Timestamp(microseconds: seconds * 1_000_000)
        #expect(HTTPDate.read(HTTPDate.text(time), now: Self.now) == time)
    }

    @Test("a time with parts of a second: they are dropped")
    func text() {
        #expect(HTTPDate.text(Timestamp(microseconds: 784_111_777_999_999)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(Timestamp(microseconds: 0)) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }
}

@Suite struct NamesTests {
    @Test(
        "a file's name: safe on any client",
        arguments: [
            ("tape.mp4", #"attachment; filename="tape.mp4""#),
            ("Höhe.mp4", #"attachment; filename="H_he.mp4"; filename*=UTF-8''H%C3%B6he.mp4"#),
            ("a \"b\" 100%.txt", #"attachment; filename="a _b_ 100_.txt"; filename*=UTF-8''a%20%22b%22%20100%25.txt"#),
            ("../../etc/passwd", #"attachment; filename="_.._etc_passwd""#),
            ("a\r\nSet-Cookie: x=1", #"attachment; filename="a__Set-Cookie_ x=1""#),
            ("exe\u{202E}fdp.pdf", #"attachment; filename="exe_fdp.pdf""#),
            (".htaccess", #"attachment; filename="htaccess""#),
            ("CON.txt", #"attachment; filename="_CON.txt""#),
            ("lpt1", #"attachment; filename="_lpt1""#),
            ("name. ", #"attachment; filename="name""#),
            ("...", #"attachment; filename="_""#),
            ("", #"attachment; filename="_""#),
        ])
    func disposition(_ name: String, _ expected: String) {
        #expect(ContentDisposition(name: name).description == expected)
    }

    @Test("a long name: whole characters, and its extension")
    func longName() {
        let name = ContentDisposition(name: String(repeating: "é", count: 200) + ".mp4", isInline: true)
        #expect(name.name.utf8.count == 150)
        #expect(name.name.hasSuffix("é.mp4"))
        #expect(name.description.hasPrefix("inline; "))
    }

    @Test("percent-encoding: reserved bytes, and back")
    func percent() {
        #expect(PercentEncoding.encode("a/b c+é~") == "a%2Fb%20c%2B%C3%A9~")
        #expect(PercentEncoding.decode("a%2Fb%20c+%c3%A9") == "a/b c+é")
        for broken in ["%", "%2", "%2g", "%+1", "%ff", "%c3"] { #expect(PercentEncoding.decode(broken) == nil) }
    }

    @Test("a form: names and values in their order")
    func form() throws {
        let pairs = try #require(FormData.pairs("a=1&b=x+y%26&&c&=d&a=2"))
        #expect(pairs.map(\.name) == ["a", "b", "c", "", "a"])
        #expect(pairs.map(\.value) == ["1", "x y&", "", "d", "2"])
        #expect(FormData.text([("a b", "c&d")]) == "a%20b=c%26d")
        #expect(FormData.pairs("a=%zz") == nil)
    }
}

@Suite struct CookiesTests {
    @Test("Cookie: its pairs; a name that comes twice is nobody's")
    func read() {
        let headers: HTTPHeaders = ["Cookie": "a=1; b=\"2\";c=x=y; junk; =z", "cookie": "a=3"]
        #expect(Cookies.read(headers).map(\.name) == ["a", "b", "c", "a"])
        #expect(Cookies.value(of: "b", in: headers) == "2")
        #expect(Cookies.value(of: "c", in: headers) == "x=y")
        #expect(Cookies.value(of: "a", in: headers) == nil)
        #expect(Cookies.value(of: "d", in: headers) == nil)
    }

    @Test("Set-Cookie: all that protects it")
    func print() {
        var cookie = SetCookie("__Host-session", "abc")
        #expect(cookie.description == "__Host-session=abc; Path=/; Secure; HttpOnly; SameSite=Lax")
        cookie.maxAge = .seconds(60)
        cookie.sameSite = .strict
        #expect(cookie.description == "__Host-session=abc; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Strict")
        #expect(SetCookie.removing("a").description == "a=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax")
    }
}

@Suite struct NegotiationTests {
    @Test(
        "a media type: its parts",
        arguments: [
            ("text/html", "text/html"), ("Text/HTML; Charset=\"utf-8\"", "text/html; charset=utf-8"),
            ("a/b;c=\"d e\\\"\"", #"a/b; c="d e\"""#),
        ])
    func mediaType(_ text: String, _ expected: String) {
        #expect(MediaType(text)?.description == expected)
    }

    @Test(
        "no media type: nothing is read", arguments: ["", "text", "text/", "/html", "text/html/x", "a b/c", "a/b; c"])
    func malformed(_ text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(
        "Accept: the best that the client takes",
        arguments: [
            (nil, "application/json"), ("*/*", "application/json"), ("text/html", "text/html"),
            ("text/*, application/json;q=0.5", "text/html"), ("application/json;q=0.1, */*;q=0.2", "text/html"),
            ("text/html;q=0, */*", "application/json"), ("image/png", "-"), ("application/json; q=0", "-"),
            ("", "application/json"),
            ("text/html;level=1, text/html;q=0.4, application/json;q=0.3", "text/html"),
        ] as [(String?, String)])
    func accept(_ header: String?, _ expected: String) {
        let types = ["application/json", "text/html"].compactMap { MediaType($0) }
        #expect(Negotiation.type(header, from: types)?.essence ?? "-" == expected)
    }

    @Test(
        "Accept-Encoding: the best that the client takes",
        arguments: [
            (nil, "-"), ("", "-"), ("gzip", "gzip"), ("gzip, deflate, br, zstd", "br"), ("br;q=0.5, gzip", "gzip"),
            ("BR", "br"), ("x-gzip", "gzip"), ("*", "br"), ("br;q=0, *", "gzip"), ("*;q=0", "-"), ("identity", "-"),
            ("identity;q=1, gzip;q=0.5", "-"), ("identity;q=0.1, gzip;q=0.5", "gzip"), ("gzip;q=2", "-"),
            ("gzip;q=0.000", "-"),
        ] as [(String?, String)])
    func encoding(_ header: String?, _ expected: String) {
        #expect(Negotiation.coding(header, from: ["br", "gzip"]) ?? "-" == expected)
    }

    @Test("header fields: names in any case, and no value that could become a second field")
    func headers() {
        var headers: HTTPHeaders = ["A": "1", "b": "2"]
        headers.add("a", " 3\t")
        #expect(headers["a"] == "1, 3")
        #expect(headers.values(of: "A") == ["1", "3"])
        headers.set("a", "x\r\nEvil: 1\u{0}")
        #expect(headers["A"] == "x  Evil: 1")
        headers.remove("B")
        #expect(headers["b"] == nil)
        #expect("\(headers)" == "[a]")
        #expect(!HTTPHeaders.isName("a b") && !HTTPHeaders.isName("") && !HTTPHeaders.isName("a:"))
    }
}
