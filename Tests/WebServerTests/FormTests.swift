import Platform
import Testing

@testable import WebServer

/// Routes of pages: what of a form they read, and what they refuse. The server's own have no file among them yet.
@Suite struct FormTests {
    private static let title = FormField.required("title", ParameterKind<String>.text(maxLength: 20), "Of it.")
    private static let school = FormField<String?>.optional("school", .text(maxLength: 20), "Where to.")
    private static let count = FormField<Int?>.optional("count", .integer(in: 1...5), "How many.")
    private static let sure = FormField.checkbox("sure", "Whether it is meant.")
    private static let tags = FormField<[String]>.repeated("tag", .text(maxLength: 5), atMost: 3, "Several.")
    private static let words = FormField<String?>.optional("words", .lines(maxLength: 10), "Lines.")

    private static func read<Value>(_ field: FormField<Value>, _ texts: [String]) -> String {
        do throws(ParameterError) {
            let value = try field.read(texts)
            #expect(field.spec.problem(texts) == nil)
            return "\(value)"
        } catch {
            #expect(field.spec.problem(texts) == error.message)
            return error.message
        }
    }

    @Test("fields: what browsers send of empty ones, boxes and lists, and what is wrong with others")
    func fields() {
        #expect(Self.read(Self.title, ["a b"]) == "a b")
        #expect(Self.read(Self.title, []) == "`title` is missing")
        #expect(Self.read(Self.title, ["a", "b"]) == "`title` may come once only")
        let expectation = "`title` must be a text of 1 to 20 characters without control characters"
        for wrong in ["", "a\nb", String(repeating: "a", count: 21)] {
            #expect(Self.read(Self.title, [wrong]) == expectation)
        }
        #expect(Self.read(Self.school, []) == "nil" && Self.read(Self.school, [""]) == "nil")
        #expect(Self.read(Self.school, ["x"]) == #"Optional("x")"#)
        #expect(Self.read(Self.count, ["5"]) == "Optional(5)" && Self.read(Self.count, [""]) == "nil")
        #expect(Self.read(Self.count, ["6"]) == "`count` must be an integer from 1 to 5")
        #expect(Self.read(Self.sure, []) == "false" && Self.read(Self.sure, ["on"]) == "true")
        #expect(Self.read(Self.sure, ["off"]) == "`sure` must be on, or left out")
        #expect(Self.read(Self.tags, []) == "[]" && Self.read(Self.tags, ["a", "b"]) == #"["a", "b"]"#)
        #expect(Self.read(Self.tags, ["a", "b", "c", "d"]) == "`tag` may come 3 times at most")
        #expect(
            Self.read(Self.tags, ["a", ""]) == "`tag` must be a text of 1 to 5 characters without control characters")
    }

    @Test("lines: their ends are one character, whichever way they were sent")
    func lines() throws {
        for sent in ["a\r\nb", "a\nb", "a\rb"] { #expect(try Self.words.read([sent]) == "a\nb") }
        #expect(try Self.words.read(["a\r\n\r\nb\tc"]) == "a\n\nb\tc")
        #expect(try Self.words.read([String(repeating: "\r\n", count: 10)])?.utf8.count == 10)
        #expect(
            Self.read(Self.words, [String(repeating: "\r\n", count: 11)])
                == "`words` must be a text of 1 to 10 characters without control characters but line breaks")
        #expect(Self.read(Self.words, ["a\0"]).contains("must be"))
        let told = FormField<String?>.optional("words", .lines(maxLength: 100, told: 10), "Lines.")
        #expect(
            told.spec.fault(["a\0"])
                == "This must be a text of 1 to 10 characters without control characters but line breaks.")
        #expect(try told.read([String(repeating: "a", count: 100)])?.count == 100)
        #expect(Self.count.spec.fault(["6"]) == "This must be an integer from 1 to 5.")
        #expect(Self.count.spec.fault(["5"]) == nil)
    }

    @Test("the OpenAPI document: forms are described by their fields")
    func document() throws {
        let routes = [
            Route(
                .post, "/a", "a", .service, "Test", access: .anyone, body: .form([Self.title.spec, Self.tags.spec]),
                answers: []
            ) { _ in .empty() },
            Route(.post, "/b", "b", .service, "Test", access: .anyone, body: .multipart, answers: []) { _ in .empty() },
        ]
        let paths = OpenAPIDocument.record(of: routes, schemas: [])["paths"]
        let form = paths?["/a"]?["post"]?["requestBody"]?["content"]?["application/x-www-form-urlencoded"]?["schema"]
        #expect(
            form?.json
                == #"{"type":"object","properties":{"title":{"type":"string","minLength":1,"maxLength":20,"pattern":"^[^\\u0000-\\u001f\\u007f]+$","description":"Of it."},"tag":{"type":"array","items":{"type":"string","minLength":1,"maxLength":5,"pattern":"^[^\\u0000-\\u001f\\u007f]+$"},"maxItems":3,"description":"Several."}},"required":["title"],"additionalProperties":false}"#
        )
        let parts = paths?["/b"]?["post"]?["requestBody"]?["content"]?["multipart/form-data"]?["schema"]
        #expect(parts?.json == #"{"type":"object"}"#)
    }
}
