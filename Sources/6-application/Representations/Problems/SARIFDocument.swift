internal import Diagnostics
internal import Platform

/// Issues as a SARIF 2.1.0 document (https://docs.oasis-open.org/sarif/sarif/v2.1.0).
struct SARIFDocument {
    let issues: [Issue]

    var record: Record {
        let kinds = issues.reduce(into: [String]()) { if !$0.contains($1.kind) { $0.append($1.kind) } }
        let driver: Record = [
            "name": "compass", "version": .string(Version.current),
            "rules": .list(kinds.map { .record(["id": .string($0)]) }),
        ]
        return [
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": .list([
                .record([
                    "tool": .record(["driver": .record(driver)]),
                    // Spans count Unicode scalars (section 3.14.17).
                    "columnKind": "unicodeCodePoints",
                    "results": .list(issues.map { .record(Self.result($0, kinds)) }),
                ])
            ]),
        ]
    }

    private static func result(_ issue: Issue, _ kinds: [String]) -> Record {
        let text = ([issue.message + (issue.hint.map { "; \($0)" } ?? "")] + issue.notes).joined(separator: "\n")
        var result: Record = [
            "ruleId": .string(issue.kind),
            "ruleIndex": .integer(Int64(kinds.firstIndex(of: issue.kind) ?? -1)),
            "level": .string(issue.severity.rawValue),
            "message": .record(["text": .string(text)]),
        ]
        if let span = issue.span {
            let region: Record = [
                "startLine": .integer(Int64(span.line)), "startColumn": .integer(Int64(span.column)),
                "endColumn": .integer(Int64(span.column + span.length)),
            ]
            let location: Record = [
                "artifactLocation": .record(["uri": .string(uri(span.file))]), "region": .record(region),
            ]
            result["locations"] = .list([.record(["physicalLocation": .record(location)])])
        }
        return result
    }

    /// A file's name as a relative reference, or as a file URI when it is absolute (RFC 3986).
    private static func uri(_ file: String) -> String {
        var text = file.hasPrefix("/") ? "file://" : ""
        for byte in file.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
        return text
    }
}
