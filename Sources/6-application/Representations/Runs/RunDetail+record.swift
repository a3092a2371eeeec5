internal import Documents
internal import Engine
package import Pipelines
package import Platform

extension RunDetail {
    /// As `docs/json.md` has it: the record of its result, every attempt and notification, and what else there is.
    package func record(_ related: RelatedRecords) -> Record {
        var record = run.record(stages: stages)
        record["definition"] = .string(run.definition)
        record["inputs"] = .record(run.inputs)
        record["attempts"] = .list(attempts.map { .record(self.record(of: $0)) })
        record["notifications"] = .list(notifications.map { .record($0.record) })
        record["quarantine"] = related.quarantined.map { .record($0.record) } ?? .null
        record["continuations"] = .list(
            related.continuations.map {
                [
                    "run": .string($0.id), "kind": Value($0.origin?.kind.rawValue),
                    "attempt": .integer(Int64($0.attempt)), "status": .string($0.status.rawValue),
                ]
            })
        return record
    }

    private func record(of attempt: AttemptRecord) -> Record {
        var record: Record = [
            "stage": .string(stages.first { $0.position == attempt.position }?.id ?? ""),
            "number": .integer(Int64(attempt.number)), "status": .string(attempt.status.rawValue),
            "started-at": .string(attempt.startedAt.description),
            "duration-ms": .number((attempt.durationMilliseconds * 1_000).rounded() / 1_000),
        ]
        if let item = attempt.item { record["item"] = .integer(Int64(item)) }
        if let error = attempt.error { record["error"] = error.value }
        return record
    }
}

extension NotificationRecord: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "id": .string(notification.id), "channel": .string(notification.channel),
            "subject": .string(notification.subject), "run": .string(notification.run),
            "stage": .string(notification.stage), "created-at": .string(notification.createdAt.description),
            "state": .string(state.rawValue), "under-way": .boolean(isUnderWay),
            "next-attempt-at": Value(nextAttemptAt?.description),
            "deliveries": .list(
                deliveries.map {
                    [
                        "at": .string($0.at.description), "state": .string($0.stateWord), "detail": .string($0.detail),
                        "duration-ms": .number(($0.durationMilliseconds * 1_000).rounded() / 1_000),
                    ]
                }),
        ]
    }
}

extension NotificationRecord {
    /// With all that the channel is given.
    package var whole: Record {
        var record = record
        record["body"] = Value(notification.body)
        record["data"] = .record(notification.data)
        return record
    }

    /// When it was delivered last; nil: it was not.
    package var deliveredAt: Timestamp? { deliveries.last { $0.state == .delivered }?.at }
}

extension Delivery {
    /// What the try came to, in one word.
    package var stateWord: String {
        switch state {
        case .delivered: "delivered"
        case .retry: "retry"
        case .givenUp: "given-up"
        }
    }
}

/// What else is on record about a run.
package struct RelatedRecords {
    /// Runs that go on from it, oldest first; at most 100.
    package let continuations: [RunRecord]
    /// Its file in quarantine, whatever became of that.
    package let quarantined: QuarantineEntry?

    package init(continuations: [RunRecord], quarantined: QuarantineEntry?) {
        self.continuations = continuations
        self.quarantined = quarantined
    }

    /// "retry of 01J…".
    package static func words(for origin: RunOrigin) -> String {
        switch origin.kind {
        case .retry: "retry of \(origin.run)"
        case .replay: "replay of \(origin.run)"
        case .release: "release from quarantine, of \(origin.run)"
        case .addition: "addition to the document of \(origin.run)"
        }
    }
}
