internal import Diagnostics
internal import Engine
internal import Pipelines
package import Platform

extension TestResult: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        var record: Record = [
            "pipeline": .string(test.pipeline.name), "file": .string(test.test.span.file),
            "line": .integer(Int64(test.test.span.line)), "name": .string(test.test.name),
            "status": hasPassed ? "passed" : "failed",
            "duration-ms": .number((milliseconds * 1_000).rounded() / 1_000),
            "failures": .list(failures.map { .record($0.record) }),
        ]
        if let run { record["run"] = .record(run.record(stages: stages)) }
        return record
    }
}

extension TestFailure {
    /// As a JSON object.
    fileprivate var record: Record {
        var record: Record = ["kind": .string(issue.kind), "message": .string(issue.message)]
        if let span = issue.span {
            record["file"] = .string(span.file)
            record["line"] = .integer(Int64(span.line))
            record["column"] = .integer(Int64(span.column))
        }
        if let comparison {
            record["expected"] = comparison.expected
            record["actual"] = comparison.actual ?? .null
        }
        return record
    }
}
