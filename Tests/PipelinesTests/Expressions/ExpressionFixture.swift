import Diagnostics
import Pipelines
import Platform
import Testing

/// The names and values that the tests of expressions use: those of the whole example of the format's page.
enum ExpressionFixture {
    static let scope = Scope(roots: [
        Field(
            "document",
            .record([
                Field("name", .string), Field("stem", .string), Field("extension", .string), Field("size", .size),
                Field("mime-type", .string), Field("charset", .optional(.string)), Field("sha256", .string),
                Field("version", .integer, unavailable: "no stage before this one gives `version`"),
            ])),
        Field(
            "inputs",
            .record(
                RecordType(
                    [
                        Field("user", .string), Field("title", .string), Field("schools", .list(.string)),
                        Field("score", .number), Field("count", .integer), Field("public", .boolean),
                        Field("patience", .duration), Field("note", .optional(.string)),
                        Field("tags", .optional(.list(.string))), Field("extra", .any), Field("true", .integer),
                    ], owner: .inputs))),
        Field(
            "stages",
            .record(
                RecordType(
                    [
                        Field(
                            "detect",
                            .record([
                                Field(
                                    "outputs",
                                    .record(
                                        RecordType(
                                            [Field("mime-type", .string), Field("charset", .optional(.string))],
                                            owner: .outputs(of: "detect", type: "detect-mime")))),
                                Field("status", .string),
                            ])),
                        Field("share", .record([]), unavailable: "stage `share` runs later"),
                    ], owner: .stages))),
        Field(
            "run",
            .record([
                Field("id", .string), Field("attempt", .integer), Field("started-at", .string),
                Field("error", .optional(.record([Field("message", .string), Field("stage", .optional(.string))]))),
            ])),
        Field("env", .map(.env(known: [Field("GREETING", .string)]))),
        Field("secrets", .map(.secrets)),
        Field("trigger", .any),
        Field(
            "account", .record([Field("user", .string), Field("password", .secret(.string))])),
    ])

    static let environment = Environment(
        roots: [
            "document": [
                "name": "Clip.MP4", "stem": "Clip", "extension": ".mp4", "size": 104_857_600, "mime-type": "video/mp4",
                "charset": nil, "sha256": nil,
            ],
            "inputs": [
                "user": "u1", "title": "Jordan's best", "schools": ["stanford", "oregon"], "score": 1.5, "count": 3,
                "public": true, "patience": 300_000, "note": nil, "tags": nil, "true": 7,
                "extra": ["list": [1, 2.5, "x"], "name": "n", "deep": ["a": ["b": "c"]]],
            ],
            "stages": ["detect": ["outputs": ["mime-type": "video/mp4", "charset": "utf-8"], "status": "succeeded"]],
            "run": ["id": "01J", "attempt": 2, "started-at": "2026-03-08T07:00:00.000Z", "error": nil],
            "env": ["GREETING": "hello"],
            "trigger": ["path": "inbox/u1/clip.mp4"],
            "account": ["user": "jordan", "password": "hunter2"],
        ],
        outcome: .running,
        variable: { ["HOME": "/home/jordan", "EMPTY": ""][$0] },
        secret: { ["WEBHOOK": "s3cret"][$0] })

    /// The value of an expression that has to compile.
    static func value(of text: String, in environment: Environment = environment) throws -> Value {
        try #require(compiled(text)).evaluate(environment)
    }

    static func compiled(_ text: String, as wanted: ValueType? = nil) -> Expression? {
        Expression.compile(text, in: scope, as: wanted) { _ in }
    }

    /// The issues of an expression, in brief.
    static func told(_ text: String) -> [[String]] {
        told { report in _ = Expression.compile(text, in: scope, report: report) }
    }

    /// Each issue that `body` reports as its place, length and kind, its message, and its hint with its notes.
    static func told(_ body: ((ExpressionIssue) -> Void) -> Void) -> [[String]] {
        var told: [[String]] = []
        body { issue in
            let rest = [issue.hint].compactMap { $0 } + issue.notes.map { "= \($0)" }
            let place = "1:\(issue.offset + 1)+\(issue.length) \(issue.kind)"
            told.append([place, issue.message, rest.joined(separator: " ")])
        }
        return told
    }

    /// The issues of an expression, rendered below its text.
    static func messages(_ text: String, as wanted: ValueType? = nil) -> String {
        rendered(text) { report in _ = Expression.compile(text, in: scope, as: wanted, report: report) }
    }

    /// What `body` reports, rendered as `lint` prints it for a file that has nothing but `text`.
    static func rendered(_ text: String, _ body: ((ExpressionIssue) -> Void) -> Void) -> String {
        var issues: [ExpressionIssue] = []
        body { issues.append($0) }
        let start = SourceSpan(file: "p", line: 1, column: 1)
        return IssueText(sources: ["p": text]).render(issues.map { $0.issue(in: start) })
    }
}
