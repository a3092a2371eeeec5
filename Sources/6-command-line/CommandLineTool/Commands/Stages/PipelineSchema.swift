internal import Documents
internal import Pipelines
internal import Platform

/// The JSON Schema (draft 7, which editors' YAML support knows) of pipeline files. Lint knows more: facts, expressions and
/// units; the schema is what an editor needs to complete keys and explain them.
struct PipelineSchema {
    let types: [StageType]

    var value: Value {
        .record([
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "Compass pipeline", "type": "object", "required": ["version", "name", "stages"],
            "additionalProperties": false,
            // Free keys, for anchors.
            "patternProperties": ["^x-": true],
            "properties": .record(topLevel),
            "definitions": .record(definitions),
        ])
    }

    private var topLevel: Record {
        let stages = Self.reference("stages")
        return [
            "version": ["const": 1, "description": "The version of the file format."],
            "name": [
                "type": "string", "pattern": "^[a-z][a-z0-9-]*$",
                "description": "The pipeline's name, unique in the workspace.",
            ],
            "description": ["type": "string", "description": "What the pipeline is for."],
            "on": [
                "type": "object",
                "description": "What starts runs: watch, schedule, webhook; a list or a single one each.",
            ],
            "source": ["type": "object", "description": "What a batch runs over: files or documents."],
            "inputs": [
                "type": "object", "description": "Typed parameters.",
                "propertyNames": ["pattern": "^[a-z][a-z0-9_-]*$"],
                "additionalProperties": Self.reference("input"),
            ],
            "env": ["type": "object", "description": "Extra values.", "additionalProperties": Self.scalar],
            "concurrency": Self.reference("concurrency"),
            "defaults": .record([
                "type": "object", "additionalProperties": false, "description": "What holds for every stage.",
                "properties": [
                    "timeout": Self.reference("duration"), "retry": Self.reference("retry"),
                    "if": Self.reference("condition"),
                ],
            ]),
            "stages": ["allOf": [stages], "description": "What is done, in order.", "minItems": 1],
            "on-success": ["allOf": [stages], "description": "Stages after a run that succeeded."],
            "on-failure": ["allOf": [stages], "description": "Stages after a run that failed."],
            "on-rejected": ["allOf": [stages], "description": "Stages after a document was rejected."],
            "finally": ["allOf": [stages], "description": "Stages after every run."],
            "dedup": [
                "type": "object", "description": "What counts as the same document, and what to do with it.",
                "additionalProperties": false,
                "properties": [
                    "key": Self.expression("What makes documents the same."),
                    "on-duplicate": ["enum": ["attach", "skip", "reject", "version"]],
                ],
            ],
            "tests": ["type": "array", "items": ["type": "object"], "description": "Cases that `compass test` runs."],
        ]
    }

    private var definitions: Record {
        var definitions = Self.fixedDefinitions
        definitions["stages"] = ["type": "array", "items": Self.reference("stage")]
        definitions["stage"] = .record(stage)
        for type in types { definitions["with-" + type.spec.name] = StageOptionsSchema(type: type).value }
        return definitions
    }

    /// Any stage has the common keys; what `with` may say follows from `uses`.
    private var stage: Record {
        var properties = Self.stageKeys
        properties["uses"] = .record([
            "description": "The stage type.",
            "oneOf": .list(
                types.map { ["const": .string($0.spec.name), "description": .string($0.spec.summary)] }),
        ])
        let choices = types.map { type -> Value in
            .record([
                "if": ["properties": ["uses": ["const": .string(type.spec.name)]], "required": ["uses"]],
                "then": .record(then(type)),
            ])
        }
        return [
            "type": "object", "additionalProperties": false, "properties": .record(properties),
            "anyOf": [["required": ["uses"]], ["required": ["parallel"]]], "allOf": .list(choices),
        ]
    }

    private func then(_ type: StageType) -> Record {
        var then: Record = ["properties": ["with": Self.reference("with-" + type.spec.name)]]
        if type.options.contains(where: { $0.standard == .required }) { then["required"] = ["with"] }
        return then
    }
}
