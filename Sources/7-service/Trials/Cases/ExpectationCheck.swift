internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// Holds a run against what a case expects of it.
struct ExpectationCheck {
    let outcome: TestOutcome
    let pipeline: Pipeline

    /// In the order of the file.
    func failures(_ test: PipelineTest) -> [TestFailure] {
        let file = test.file.map { Path(pipeline.file).folder.appending(Path($0)) }
        let facts = outcome.facts(of: pipeline, file: file)
        var unmatched = outcome.notifications
        return test.expectations.compactMap { expectation in
            check(expectation, facts: facts, unmatched: &unmatched)
        }
    }

    private func check(
        _ expectation: PipelineTest.Expectation, facts: Record, unmatched: inout [Notification]
    ) -> TestFailure? {
        let span = expectation.span
        switch expectation.what {
        case .status(let status):
            let actual = outcome.run.status
            return status == actual
                ? nil
                : TestFailure(
                    "status", "the run is \(actual.rawValue), not \(status.rawValue)", at: span,
                    .init(expected: .string(status.rawValue), actual: .string(actual.rawValue)))
        case .failedStage(let stage):
            guard let error = outcome.run.error else {
                return TestFailure(
                    "failed-stage", "no stage ended the run", at: span, .init(expected: .string(stage), actual: nil))
            }
            return stage == error.stage
                ? nil
                : TestFailure(
                    "failed-stage",
                    "\(error.stage.isEmpty ? "no stage" : "stage `\(error.stage)`") ended the run, not `\(stage)`",
                    at: span,
                    .init(expected: .string(stage), actual: .string(error.stage)))
        case .message(let part):
            let message = outcome.run.error?.message
            if let message, message.contains(part) { return nil }
            return TestFailure(
                "message", message == nil ? "there is no error" : "the error's message does not have this part",
                at: span, .init(expected: .string(part), actual: message.map { .string($0) }))
        case .output(let stage, let name, let value):
            guard let record = outcome.stage(stage), record.status != .skipped else {
                return TestFailure(
                    "outputs", "stage `\(stage)` was not run", at: span, .init(expected: value, actual: nil))
            }
            return equal(value, record.outputs[name], "outputs", "output `\(name)` of stage `\(stage)`", at: span)
        case .fact(let name, let value):
            return equal(value, facts[name], "document", "the document's `\(name)`", at: span)
        case .called(let stage):
            return outcome.wasCalled(stage, in: pipeline)
                ? nil : TestFailure("called", "stage `\(stage)` was not run", at: span)
        case .notCalled(let stage):
            return outcome.wasCalled(stage, in: pipeline)
                ? TestFailure("not-called", "stage `\(stage)` was run", at: span) : nil
        case .undone(let stage):
            return outcome.wasUndone(stage) ? nil : notUndone(stage, at: span)
        case .notification(let channel, let subject, let body):
            return notification(channel, subject, body, &unmatched, at: span)
        case .notificationCount(let count):
            return equal(
                .integer(Int64(count)), .integer(Int64(outcome.notifications.count)), "notifications",
                "the number of notifications", at: span)
        }
    }

    private func equal(
        _ expected: Value, _ actual: Value?, _ kind: String, _ what: String, at span: SourceSpan
    ) -> TestFailure? {
        guard let actual, !actual.isNull || expected.isNull else {
            return expected.isNull
                ? nil : TestFailure(kind, "\(what) is missing", at: span, .init(expected: expected, actual: nil))
        }
        if ValueComparison.holds(expected, in: actual) { return nil }
        return TestFailure(
            kind, "\(what) is different", at: span,
            .init(expected: expected, actual: ValueComparison.part(of: actual, like: expected)))
    }

    private func notUndone(_ stage: String, at span: SourceSpan) -> TestFailure {
        let record = outcome.stage(stage)
        let reason =
            switch record?.undo {
            case let undo? where undo.status == .failed: ", since that failed: \(undo.message ?? "")"
            case let undo? where undo.status == .irreversible:
                undo.message.map { ": \($0)" } ?? ", since it is irreversible"
            default: record?.status == .succeeded ? "" : ", since it did nothing"
            }
        return TestFailure("undone", "stage `\(stage)` was not undone\(reason)", at: span)
    }

    private func notification(
        _ channel: String?, _ subject: String?, _ body: String?, _ unmatched: inout [Notification],
        at span: SourceSpan
    ) -> TestFailure? {
        let found = unmatched.firstIndex { notification in
            (channel ?? notification.channel) == notification.channel
                && (subject ?? notification.subject) == notification.subject
                && (body == nil || body == notification.body)
        }
        if let found {
            unmatched.remove(at: found)
            return nil
        }
        var expected: Record = [:]
        if let channel { expected["channel"] = .string(channel) }
        if let subject { expected["subject"] = .string(subject) }
        if let body { expected["body"] = .string(body) }
        let others = unmatched.map { notification in
            ValueComparison.part(
                of: [
                    "channel": .string(notification.channel), "subject": .string(notification.subject),
                    "body": Value(notification.body),
                ], like: .record(expected))
        }
        let actual: Value? = others.count > 1 ? .list(others) : others.first
        return TestFailure(
            "notifications",
            others.isEmpty ? "there is no such notification, and no other" : "no notification is like this", at: span,
            .init(expected: .record(expected), actual: actual))
    }
}

/// Compares what a test expects with what there is: of a record, only the keys that are expected count.
enum ValueComparison {
    /// Whether everything that is expected is there.
    static func holds(_ expected: Value, in actual: Value) -> Bool {
        switch (expected, actual) {
        case (.record(let expected), .record(let actual)):
            expected.allSatisfy { entry in
                actual[entry.key].map { holds(entry.value, in: $0) } ?? entry.value.isNull
            }
        case (.list(let expected), .list(let actual)):
            expected.count == actual.count && zip(expected, actual).allSatisfy { holds($0, in: $1) }
        case (.integer, .number), (.number, .integer): expected.number == actual.number
        default: expected == actual
        }
    }

    /// What is compared of a value: a record without the keys that are not expected, in the expected order.
    static func part(of actual: Value, like expected: Value) -> Value {
        switch (expected, actual) {
        case (.record(let expected), .record(let actual)):
            .record(
                Record(
                    expected.compactMap { entry in
                        actual[entry.key].map { (entry.key, part(of: $0, like: entry.value)) }
                    }))
        case (.list(let expected), .list(let actual)):
            .list(
                actual.enumerated().map { index, value in
                    index < expected.count ? part(of: value, like: expected[index]) : value
                })
        default: actual
        }
    }
}
