internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// A run as a test case: what it was given, what its effects came to, and how it ended.
struct RecordedCase {
    let detail: RunDetail
    /// As it is now; it may have changed since.
    let pipeline: Pipeline
    let name: String
    /// Relative to the pipeline's file; nil in a run without a document.
    let file: String?
    /// The first elements of stages with `for-each`, by position.
    let items: [Int: [StageRecord]]
    /// The text that the run was pinned to, if it is still there.
    let definition: String?

    /// How a run is named as a case unless somebody says otherwise; the id makes it unique.
    static func name(of run: RunRecord) -> String {
        let what = run.source.map { $0.path.name.text } ?? run.pipeline
        let stage = run.error.flatMap { $0.stage.isEmpty ? nil : $0.stage }
        let end =
            switch run.status {
            case .succeeded: "goes through"
            case .rejected: "is rejected" + (stage.map { " by \($0)" } ?? "")
            default: "fails" + (stage.map { " at \($0)" } ?? "")
            }
        return "\(Printable.text(what)) \(end) (run \(run.id))"
    }

    /// The lines of an element of `tests:`, without its dash and indentation.
    var lines: [String] {
        var record: Record = ["name": .string(name)]
        let given = self.given
        if !given.isEmpty { record["given"] = .record(given) }
        let mocks = self.mocks
        if !mocks.isEmpty { record["mocks"] = .record(mocks) }
        record["expect"] = .record(expectations)
        return YAMLText.block(record, margin: 4)
    }

    /// What could not be written down, a sentence each.
    var notes: [String] {
        var notes: [String] = []
        if let definition,
            CaseInsertion(source: definition).withoutCases != CaseInsertion(source: pipeline.source).withoutCases
        {
            notes.append("The pipeline has changed since the run, so the case may end differently.")
        }
        for stage in detail.stages where pipeline.stage(stage.id) == nil {
            notes.append("The pipeline has no stage `\(stage.id)` any more; what it came to is left out.")
        }
        for (stage, record) in stages where isMixed(stage, record) {
            notes.append("The elements of `\(stage.id)` ended in different ways, so the stage itself is run.")
        }
        return notes
    }

    private var given: Record {
        var record: Record = [:]
        if let file { record["file"] = .string(file) }
        let inputs = GivenInputs(pipeline: pipeline).values(of: detail.run)
        if !inputs.isEmpty {
            record["inputs"] = .record(Record(inputs.map { ($0.key, text(of: $0.value, input: $0.key)) }))
        }
        if detail.run.trigger != RunRecord.commandTrigger { record["trigger"] = .record(detail.run.trigger) }
        return record
    }

    /// Sizes and durations are written with their units.
    private func text(of value: Value, input: String) -> Value {
        let type = pipeline.inputs.first { $0.name == input }?.type.nonNull
        switch (type, value) {
        case (.size?, .integer(let bytes)): return .string("\(ByteSize(bytes: bytes))")
        case (.duration?, .integer(let milliseconds)): return .string("\(TimeSpan(milliseconds: milliseconds))")
        default: return value
        }
    }

    /// The stages that were begun and still exist.
    private var stages: [(stage: PipelineStage, record: StageRecord)] {
        detail.stages.compactMap { record in
            guard let stage = pipeline.stage(record.id), stage.children.isEmpty, record.status != .skipped else {
                return nil
            }
            return (stage, record)
        }
    }

    /// Effects are not had again, and failures of the world are had again; what only looks is run.
    private var mocks: Record {
        var mocks: Record = [:]
        for (stage, record) in stages where !isMixed(stage, record) {
            let element = items[record.position]?.first
            let failures = failedAttempts(of: record)
            switch (element ?? record).status {
            case .succeeded where !stage.bound.isPure || !failures.isEmpty:
                var mock: Record = [:]
                if let last = failures.last?.error {
                    mock["error"] = .string(last.mockedClass)
                    mock["times"] = .integer(Int64(failures.count))
                }
                if !stage.bound.isPure {
                    let known = stage.spec.allOutputs.map(\.name)
                    mock["outputs"] = .record(
                        Record(
                            (element ?? record).outputs.compactMap { entry in
                                known.contains(entry.key) ? (entry.key, entry.value) : nil
                            }))
                }
                mocks[stage.id] = .record(mock)
            case .failed:
                guard let error = (element ?? record).error else { continue }
                mocks[stage.id] = [
                    "error": .string((failures.last?.error ?? error).mockedClass),
                    "times": .integer(Int64(max(1, failures.count))),
                ]
            case .rejected where !stage.bound.isPure:
                mocks[stage.id] = ["rejected": .string((element ?? record).error?.message ?? "")]
            default: continue
            }
        }
        return mocks
    }

    private func failedAttempts(of record: StageRecord) -> [AttemptRecord] {
        detail.attempts.filter { attempt in
            attempt.position == record.position && attempt.status == .failed
                && (attempt.item == nil || attempt.item == items[record.position]?.first?.item)
        }
    }

    /// Whether no one mock can stand for all elements.
    private func isMixed(_ stage: PipelineStage, _ record: StageRecord) -> Bool {
        guard let items = items[record.position], !stage.bound.isPure else { return false }
        return Set(items.map(\.status)).count > 1
    }

    private var expectations: Record {
        let run = detail.run
        var record: Record = ["status": .string(run.status.rawValue)]
        if let error = run.error {
            if !error.stage.isEmpty, pipeline.stage(error.stage) != nil {
                record["failed-stage"] = .string(error.stage)
            }
            let isMocked = mocks[error.stage].map { $0["error"] != nil } ?? false
            if !isMocked, let part = part(of: error.message) { record["message"] = .string(part) }
        }
        let known = Set(pipeline.allStages.map(\.id))
        let undone = detail.stages.filter { $0.undo?.status == .undone && known.contains($0.id) }
        if !undone.isEmpty { record["undone"] = .list(undone.map { .string($0.id) }) }
        let called = Set(detail.stages.filter { $0.status != .skipped }.map(\.id))
        let uncalled = pipeline.stages.flatMap { [$0] + $0.children }.filter { !called.contains($0.id) }
        if !uncalled.isEmpty { record["not-called"] = .list(uncalled.map { .string($0.id) }) }
        return record
    }

    /// The longest part of a message that does not name the file, which lies elsewhere in the test.
    private func part(of message: String) -> String? {
        guard let source = detail.run.source else { return message }
        var parts = [message]
        for name in [detail.run.file ?? "", source.path.description] where !name.isEmpty {
            parts = parts.flatMap { Self.split($0, at: name) }
        }
        let longest = parts.max { $0.count < $1.count } ?? ""
        return longest.isEmpty ? nil : longest
    }

    private static func split(_ text: String, at separator: String) -> [String] {
        var (parts, rest) = ([String](), text[...])
        while let found = rest.firstRange(of: separator) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}

extension RunRecord {
    /// Of a run that a command started.
    static let commandTrigger: Record = ["kind": "command"]
}

extension RunFailure {
    /// The class of failure that a test's mock may have in its place.
    fileprivate var mockedClass: String {
        let known = errorClass ?? Self.classes[kind] ?? .other
        // A mock fails in ways that may be tried again.
        return (known == .permanent ? .other : known).rawValue
    }

    /// Of the kinds that stages and stores have, for runs whose record has no class.
    private static let classes: [String: ErrorClass] = [
        "timeout": .timeout, "network": .network, "throttled": .throttled, "server": .server, "storage": .storage,
        "system": .storage, "disk-full": .storage, "read-only": .storage, "unreadable": .storage,
        "locked": .storage, "busy": .storage,
    ]
}
