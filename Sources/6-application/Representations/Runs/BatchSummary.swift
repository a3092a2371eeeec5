internal import Engine
package import Pipelines
package import Platform

/// A batch with what became of its items, for people and programs.
package struct BatchSummary: JSONRepresentable, Sendable {
    package let batch: BatchRecord
    /// How many of its runs have which status.
    package let counts: [RunStatus: Int]
    /// What an item is called.
    package var itemLabel: String
    /// Items whose document an earlier run has processed; known only to the process that found them.
    package var duplicates: Int?
    /// Files that were not taken this time.
    package var leftOut: Int?
    /// How long this process worked on it.
    package var elapsed: Duration?

    package init(
        batch: BatchRecord, counts: [RunStatus: Int], itemLabel: String = "item", duplicates: Int? = nil,
        leftOut: Int? = nil,
        elapsed: Duration? = nil
    ) {
        self.batch = batch
        self.counts = counts
        self.itemLabel = itemLabel
        self.duplicates = duplicates
        self.leftOut = leftOut
        self.elapsed = elapsed
    }

    package var record: Record {
        var record: Record = [
            "batch": .string(batch.id), "pipeline": .string(batch.pipeline), "status": .string(batch.status.rawValue),
            "items": .integer(Int64(items)),
            "counts": .record(
                Record(
                    RunStatus.allCases.compactMap { status in
                        counts[status].map { (status.rawValue, .integer(Int64($0))) }
                    })),
        ]
        if let duplicates { record["duplicates"] = .integer(Int64(duplicates)) }
        if let leftOut { record["left-out"] = .integer(Int64(leftOut)) }
        record["started-at"] = .string(batch.startedAt.description)
        record["finished-at"] = Value(batch.finishedAt?.description)
        if let error = batch.error { record["error"] = error.value }
        return record
    }

    /// How many items were handed to runs.
    package var items: Int { max(batch.items, counts.values.reduce(0, +)) }

    /// One line.
    ///
    /// - Parameter id: the batch's, as it is shown.
    package func text(as id: String) -> String {
        var parts = RunStatus.allCases.compactMap { status in counts[status].map { "\($0) \(status.rawValue)" } }
        if let duplicates, duplicates > 0 { parts.append(HumanFormat.count(duplicates, "duplicate")) }
        if let leftOut, leftOut > 0 { parts.append("\(leftOut) left out") }
        var text = "batch \(id): \(batch.status.rawValue)"
        let total = max(items, counts.values.reduce(0, +) + (duplicates ?? 0))
        text += total == 0 ? ", nothing to do" : ", \(HumanFormat.count(total, itemLabel))"
        if !parts.isEmpty { text += (total == 0 ? ", " : ": ") + parts.joined(separator: ", ") }
        if let elapsed { text += " in \(HumanFormat.duration(milliseconds: elapsed / .milliseconds(1)))" }
        if let error = batch.error {
            text += "; the source could not be read to its end: \(Printable.text(error.message))"
        }
        return text
    }
}
