internal import Documents
public import Platform

/// JSON Schemas (draft 2020-12) of what plugins have to do with.
public enum PluginSchema: String, Sendable, CaseIterable, Hashable {
    /// `plugin.yaml`.
    case plugin
    /// A line that a plugin reads.
    case pluginRequest = "plugin-request"
    /// A line that a plugin writes.
    case pluginAnswer = "plugin-answer"

    public var value: Value {
        switch self {
        case .plugin: Self.schema("Compass plugin", Shape.object(PluginFormat.keys, extensible: true))
        case .pluginRequest: Self.schema("Request to a Compass plugin", Self.request)
        case .pluginAnswer: Self.schema("Line of a Compass plugin's answer", Self.answer)
        }
    }

    private static func schema(_ title: String, _ rest: Value) -> Value {
        var schema: Record = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
        ]
        for entry in rest.record ?? [:] { schema[entry.key] = entry.value }
        return .record(schema)
    }

    private static let text: Value = ["type": "string"]
    private static let object: Value = ["type": "object"]

    /// Later versions may add keys.
    private static var request: Value {
        let content: Value = [
            "type": ["object", "null"],
            "description": "The document; null where there is none, or the manifest says `content: false`.",
            "properties": [
                "path": described("Where the file is. It may only be read.", text),
                "descriptor": described(
                    "Where it is open too; null for a persistent plugin.", ["type": ["integer", "null"]]),
                "name": described("The file's own name, which may have any characters.", text),
                "size": described("In bytes.", ["type": "integer", "minimum": 0]),
            ],
            "required": ["path", "descriptor", "name", "size"],
        ]
        let properties: Record = [
            "protocol": ["const": .integer(PluginManifest.protocolVersion)],
            "id": described("Of this request; the last line of a persistent plugin's answer has it too.", text),
            "action": described(
                "What is asked for: `run` alone, unless the manifest names other commands.",
                ["enum": .list(PluginAction.allCases.map { .string($0.rawValue) })]),
            "key": described("The same in each attempt, and after a crash: what was done under it is done.", text),
            "run": described("The run's id.", text), "pipeline": text, "stage": text,
            "item": described("Of a stage with `for-each`, from 0.", ["type": ["integer", "null"]]),
            "attempt": described("From 1.", ["type": "integer", "minimum": 1]),
            "deadline": described(
                "When the answer has to be there; then the plugin is killed.",
                ["type": "string", "format": "date-time"]),
            "options": described(
                "A value for each option of the manifest. Sizes are bytes, durations milliseconds.", object),
            "facts": described("All that is known of the document.", object), "content": content,
            "outputs": described("Of `undo`: what `run` gave.", object),
        ]
        return [
            "type": "object", "properties": .record(properties),
            "required": .list(properties.keys.filter { $0 != "outputs" }.map(Value.string)),
        ]
    }

    private static var answer: Value {
        let kind: Value = [
            "type": "string", "pattern": .string("^\(NameRule.kebab.pattern)$"), "description": "A stable word for it.",
        ]
        let message = described("What and why, for people; at most 4,096 bytes are kept.", text)
        let effects: Value = [
            "type": "array",
            "items": [
                "type": "object",
                "properties": ["target": text, "text": text, "change": ["type": "boolean"]],
                "required": ["target"], "additionalProperties": false,
            ],
        ]
        return [
            "oneOf": [
                line(
                    "progress", "How far it is.",
                    ["done": ["type": "integer", "minimum": 0], "total": ["type": "integer", "minimum": 0]],
                    required: ["done", "total"]),
                line(
                    "log", "For those who follow the run.",
                    [
                        "level": ["enum": .list(StageLog.Level.allCases.map { .string($0.rawValue) })],
                        "message": message,
                    ], required: ["message"]),
                line("facts", "Some of its outputs.", ["values": object], required: ["values"]),
                line(
                    "result", "The last line: it is done. `effects` is for `preview`.",
                    ["outputs": object, "effects": effects]),
                line("absent", "The last line of `probe`: it was not done.", [:]),
                line(
                    "rejected", "The last line: the document breaks a rule. It is not tried again.",
                    ["kind": kind, "message": message], required: ["message"]),
                line(
                    "failed", "The last line: the world broke. The pipeline's `retry` says whether it is tried again.",
                    [
                        "class": ["enum": .list(ErrorClass.allCases.map { .string($0.rawValue) })], "kind": kind,
                        "message": message,
                    ], required: ["class", "message"]),
            ]
        ]
    }

    private static func line(_ type: String, _ doc: String, _ properties: Record, required: [String] = []) -> Value {
        var all: Record = ["type": ["const": .string(type)], "id": text]
        for entry in properties { all[entry.key] = entry.value }
        return [
            "description": .string(doc), "type": "object", "properties": .record(all),
            "required": .list((["type"] + required).map(Value.string)), "additionalProperties": false,
        ]
    }

    private static func described(_ doc: String, _ schema: Value) -> Value {
        var record: Record = ["description": .string(doc)]
        for entry in schema.record ?? [:] { record[entry.key] = entry.value }
        return .record(record)
    }
}
