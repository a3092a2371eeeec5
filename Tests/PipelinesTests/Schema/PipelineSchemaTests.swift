import Pipelines
import Platform
import Testing

@Suite("The JSON Schema of pipelines")
struct PipelineSchemaTests {
    private let schema = PipelineSchema.make(TestStages.registry)

    private func value(_ path: String...) -> Value? {
        path.reduce(schema) { value, key in
            value.flatMap { Int(key).flatMap { index in value?.list.map { $0[index] } } ?? $0[key] }
        }
    }

    @Test("It says its draft, needs what lint needs and leaves x- keys free")
    func top() {
        #expect(value("$schema") == "https://json-schema.org/draft/2020-12/schema")
        #expect(value("required") == ["version", "name", "stages"])
        #expect(value("additionalProperties") == false)
        #expect(value("patternProperties", "^x-") == true)
        #expect(value("properties", "version", "const") == 1)
        #expect(value("properties", "name", "pattern") == "^[a-z][a-z0-9-]*$")
        #expect(value("properties", "stages", "items", "$ref") == "#/$defs/stage")
    }

    @Test("Every key has its documentation, at every depth")
    func documentation() {
        var missing: [String] = []
        func visit(_ value: Value, _ path: String) {
            if let properties = value["properties"]?.record {
                for entry in properties
                where entry.value["description"] == nil && entry.value["const"] == nil && entry.key != "with" {
                    missing.append("\(path)/\(entry.key)")
                }
            }
            for entry in value.record ?? [:] { visit(entry.value, "\(path)/\(entry.key)") }
            for (index, element) in (value.list ?? []).enumerated() { visit(element, "\(path)/\(index)") }
        }
        visit(schema, "")
        #expect(missing == [])
    }

    @Test("Every stage type is among `uses`, with its options behind it")
    func stages() throws {
        let uses = try #require(value("$defs", "stage", "properties", "uses", "oneOf")?.list)
        #expect(uses.map { $0["const"]?.string } == TestStages.registry.names)
        let rules = try #require(value("$defs", "stage", "allOf")?.list)
        for (type, rule) in zip(TestStages.registry.all, rules) {
            #expect(rule["if"]?["properties"]?["uses"]?["const"]?.string == type.spec.name)
            let with = rule["then"]?["properties"]?["with"]
            #expect(with?["properties"]?.record?.keys == type.options.map(\.name))
            #expect(with?["additionalProperties"] == false)
        }
        let notify = rules[2]["then"]
        #expect(notify?["required"] == ["with"])
        #expect(notify?["properties"]?["with"]?["required"] == ["subject"])
    }

    @Test("Options are typed as they are written, choices and defaults included, and an expression may stand for any")
    func options() throws {
        let rules = try #require(value("$defs", "stage", "allOf")?.list)
        let sign = try #require(rules[4]["then"]?["properties"]?["with"]?["properties"])
        let expression: Value = ["type": "string", "pattern": #"\$\{\{"#]
        #expect(sign["mode"]?["anyOf"] == [["enum": ["fast", "thorough"]], expression])
        #expect(sign["mode"]?["default"] == "fast")
        #expect(sign["rounds"]?["anyOf"] == [["type": "integer"], expression])
        #expect(sign["wait"]?["default"] == "90s")
        #expect(sign["strict"]?["default"] == false)
        #expect(sign["tags"]?["anyOf"] == [["type": "array", "items": ["type": "string"]], expression])
        #expect(sign["key"]?["anyOf"] == [["type": "string"], ["type": "null"]])
    }
}
