import Pipelines
import Platform

/// Every text compiles or says why, at places inside of it; what compiles has a value or gives an error, and the same one
/// each time.
enum ExpressionTarget: FuzzTarget {
    static let name = "expression"

    static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        let scalars = text.unicodeScalars.count
        var count = 0
        let report: (ExpressionIssue) -> Void = { issue in
            count += 1
            require(!issue.kind.isEmpty && !issue.message.isEmpty, "an issue says what it is about")
            require(
                issue.offset >= 0 && issue.length >= 1 && issue.offset + issue.length <= scalars + 1,
                "\(issue) is inside of the text")
        }
        if let expression = Expression.compile(text, in: scope, report: report) {
            require(count == 0, "what compiles has no issue")
            let value = value { try expression.evaluate(environment) }
            require(value == self.value { try expression.evaluate(environment) }, "the value is the same each time")
            _ = self.value { try expression.evaluate(Environment(roots: [:])) }
        } else {
            require(count > 0, "what does not compile has an issue")
        }
        count = 0
        if let template = Template.compile(text, in: scope, report: report) {
            require(template.literal == nil || template.expressions.isEmpty, "a text has no expressions")
            _ = value { try template.evaluate(environment) }
        } else {
            require(count > 0, "a template that does not compile has an issue")
        }
        count = 0
        if let condition = Condition.compile(text, in: scope, report: report) {
            _ = value { .boolean(try condition.evaluate(environment)) }
        } else {
            require(count > 0, "a condition that does not compile has an issue")
        }
    }

    /// nil: an error, which is a right end.
    private static func value(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            let message = required(error as? ExpressionError, "\(error) is an expression's").message
            require(!message.isEmpty, "an error says what it is about")
            return nil
        }
    }

    private static let scope = Scope(roots: [
        Field(
            "document",
            .record([
                Field("name", .string), Field("size", .size), Field("charset", .optional(.string)),
                Field("version", .integer, unavailable: "no stage before this one gives `version`"),
            ])),
        Field(
            "inputs",
            .record([
                Field("title", .string), Field("schools", .list(.string)), Field("score", .number),
                Field("count", .integer), Field("public", .boolean), Field("patience", .duration),
                Field("note", .optional(.string)), Field("extra", .any),
            ])),
        Field("run", .record([Field("id", .string), Field("started-at", .string)])),
        Field("env", .map(.env(known: [Field("GREETING", .string)]))),
        Field("secrets", .map(.secrets)),
        Field("trigger", .any),
    ])

    private static let environment = Environment(
        roots: [
            "document": ["name": "Clip.MP4", "size": 104_857_600, "charset": nil],
            "inputs": [
                "title": "Jordan's best", "schools": ["stanford", "oregon"], "score": 1.5, "count": 3, "public": true,
                "patience": 300_000, "note": nil,
                "extra": ["list": [1, 2.5, "x"], "name": "n", "deep": ["a": ["b": "c"]]],
            ],
            "run": ["id": "01J", "started-at": "2026-03-08T07:00:00.000Z"],
            "env": ["GREETING": "hello"],
            "trigger": ["path": "inbox/u1/clip.mp4"],
        ],
        outcome: .running, variable: { ["HOME": "/home/jordan", "EMPTY": ""][$0] },
        secret: { ["WEBHOOK": "s3cret"][$0] })
}
