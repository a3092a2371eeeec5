import Platform
import Testing

@testable import WebServer

@Suite struct SchemaTests {
    @Test(
        "schemas as JSON Schema 2020-12 writes them",
        arguments: [
            (Schema.text, #"{"type":"string"}"#),
            (.time, #"{"type":"string","format":"date-time"}"#),
            (
                .string(minLength: 1, maxLength: 2, pattern: "^a$"),
                #"{"type":"string","minLength":1,"maxLength":2,"pattern":"^a$"}"#
            ),
            (.choice(["a", "b"]), #"{"type":"string","enum":["a","b"]}"#),
            (.integer(), #"{"type":"integer","format":"int64"}"#),
            (.integer(1...5), #"{"type":"integer","format":"int64","minimum":1,"maximum":5}"#),
            (.count, #"{"type":"integer","format":"int64","minimum":0}"#),
            (.number, #"{"type":"number"}"#), (.boolean, #"{"type":"boolean"}"#), (.any, "{}"),
            (.list(.boolean, maxItems: 2), #"{"type":"array","items":{"type":"boolean"},"maxItems":2}"#),
            (.dictionary(.number), #"{"type":"object","additionalProperties":{"type":"number"}}"#),
            (.nullable(.boolean), #"{"anyOf":[{"type":"boolean"},{"type":"null"}]}"#), (.nullable(.any), "{}"),
            (.named("run"), ##"{"$ref":"#/components/schemas/run"}"##),
            (.oneOf([.text, .number]), #"{"oneOf":[{"type":"string"},{"type":"number"}]}"#),
            (
                .object([.init("a", .text, "Of it."), .init("b", .boolean, "", required: false)]),
                #"{"type":"object","properties":{"a":{"type":"string","description":"Of it."},"b":{"type":"boolean"}},"required":["a"],"additionalProperties":false}"#
            ),
            (
                .object([.init("a", .named("run"), "Of it.")], additional: true),
                ##"{"type":"object","properties":{"a":{"$ref":"#/components/schemas/run","description":"Of it."}},"required":["a"]}"##
            ),
        ] as [(Schema, String)])
    func written(schema: Schema, expected: String) {
        #expect(schema.value.json == expected)
    }

    @Test("the OpenAPI document: what is refused is no example to follow")
    func examples() throws {
        let record = OpenAPIDocument.record(of: Routes.all, schemas: Schemas.all)
        let signIn = record["paths"]?["/api/v1/sessions"]?["post"]?["requestBody"]?["content"]?["application/json"]
        #expect(signIn != nil && signIn?["examples"] == nil)
        let school = record["paths"]?["/api/v1/schools"]?["post"]?["requestBody"]?["content"]?["application/json"]
        #expect(school?["examples"]?["example-1"]?["value"]?["id"]?.string == "oregon")
    }

    @Test("the OpenAPI document: headers that a request cannot do without are required")
    func requiredHeaders() throws {
        let required = Routes.all.map { route in
            (route.id, route.parameters.filter { $0.place == .header && $0.isRequired }.map(\.name))
        }.filter { !$0.1.isEmpty }
        #expect(
            Dictionary(uniqueKeysWithValues: required) == [
                "editDocument": ["If-Match"], "endUpload": ["Tus-Resumable"],
                "createUpload": ["Tus-Resumable", "Upload-Length", "Upload-Metadata"],
                "appendToUpload": ["Tus-Resumable", "Upload-Offset"],
            ])
    }

    @Test("the OpenAPI document: every reference leads somewhere, and every parameter of a path is declared")
    func references() throws {
        let record = OpenAPIDocument.record(of: Routes.all, schemas: Schemas.all)
        let names = Set(try #require(record["components"]?["schemas"]?.record).keys)
        var found: Set<String> = []
        func walk(_ value: Value) {
            switch value {
            case .record(let record):
                if let reference = record["$ref"]?.string {
                    found.insert(String(reference.dropFirst("#/components/schemas/".count)))
                }
                for entry in record { walk(entry.value) }
            case .list(let list): for element in list { walk(element) }
            default: return
            }
        }
        walk(.record(record))
        #expect(found.isSubset(of: names), "\(found.subtracting(names))")
        #expect(names == found, "used nowhere: \(names.subtracting(found))")
    }
}
