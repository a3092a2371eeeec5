internal import Documents
internal import Pipelines
internal import Platform

/// The parts that do not depend on the stage types.
extension PipelineSchema {
    static func reference(_ name: String) -> Value { ["$ref": .string("#/definitions/" + name)] }

    static func expression(_ description: String) -> Value {
        ["type": "string", "description": .string(description)]
    }

    static let scalar: Value = ["type": ["string", "number", "boolean", "null"]]

    static let fixedDefinitions: Record = [
        "expression": ["type": "string", "pattern": #"\$\{\{"#],
        "duration": [
            "type": "string", "pattern": #"^\s*[0-9]+(\.[0-9]+)?(ms|s|m|h|d)\s*$|\$\{\{"#,
            "description": "A time with its unit: 500ms, 30s, 5m, 2h, 1d.",
        ],
        "size": [
            "type": "string", "pattern": #"^\s*[0-9]+(\.[0-9]+)?\s*([kKMGT]i?)?B\s*$|\$\{\{"#,
            "description": "A size with its unit: 100MB is 10^8 bytes, 100MiB is 100 * 2^20.",
        ],
        "condition": [
            "type": ["string", "boolean"], "description": "A boolean expression; the ${{ }} may be left out.",
        ],
        "retry": .record([
            "type": "object", "additionalProperties": false,
            "description": "When and how a failed stage is tried again. A rejection never is.",
            "properties": [
                "max-attempts": ["type": "integer", "minimum": 1, "description": "All tries, the first included."],
                "initial": reference("duration"), "factor": ["type": "number", "minimum": 1],
                "max": reference("duration"), "jitter": ["enum": .list(names(RetryRule.Jitter.self))],
                "errors": [
                    "type": "array", "description": "Only failures of these classes.",
                    "items": ["enum": .list(names(ErrorClass.self) + ["any"])],
                ],
            ],
        ]),
        "concurrency": .record([
            "type": "object", "additionalProperties": false, "required": ["group"],
            "description": "How many runs of a group may go on at a time.",
            "properties": [
                "group": expression("Runs with equal ones form a group."),
                "limit": ["type": "integer", "minimum": 1],
                "when-full": ["enum": ["queue", "skip", "cancel-oldest"]],
            ],
        ]),
        "input": .record([
            "type": "object", "additionalProperties": false, "required": ["type"],
            "properties": [
                "type": [
                    "enum": [
                        "string", "integer", "number", "boolean", "size", "duration", "document-type", "list",
                    ]
                ],
                "of": [
                    "enum": ["string", "integer", "number", "boolean", "size", "duration", "document-type"],
                    "description": "What a list holds.",
                ],
                "required": ["type": "boolean"], "default": true, "allowed": ["type": "array"],
                "description": ["type": "string"],
            ],
        ]),
    ]

    static let stageKeys: Record = [
        "id": [
            "type": "string", "pattern": "^[a-z][a-z0-9-]*$",
            "description": "Unique in the pipeline; default: the type.",
        ],
        "name": ["type": "string", "description": "For people."],
        "with": ["type": "object", "description": "The stage's options."],
        "if": reference("condition"), "timeout": reference("duration"), "deadline": reference("duration"),
        "retry": reference("retry"), "continue-on-error": ["type": "boolean"],
        "for-each": expression("A list; the stage runs once for each item."), "as": ["type": "string"],
        "max-parallel": ["type": "integer", "minimum": 1], "fail-fast": ["type": "boolean"],
        "parallel": reference("stages"),
        "undo": [
            "type": "object", "additionalProperties": false, "required": ["uses"],
            "properties": ["uses": ["type": "string"], "with": ["type": "object"]],
        ],
        "irreversible": ["const": true, "description": "Nothing takes it back, knowingly."],
    ]

    private static func names<Choice: CaseIterable & RawRepresentable>(_ type: Choice.Type) -> [Value]
    where Choice.RawValue == String {
        type.allCases.map { .string($0.rawValue) }
    }
}
