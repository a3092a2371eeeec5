package import Pipelines
package import Platform

/// A run that had to do with a version of a document: how the file came, what was decided, and who was told.
package struct StoryRun: JSONRepresentable, Sendable {
    /// What one stage of the run came to.
    package struct Decision: JSONRepresentable, Sendable {
        package let stage: StageRecord
        /// Where the stage stands in the pipeline that the run was pinned to: "transcript.yaml:14"; nil: that cannot be read any
        /// more.
        package let place: String?

        package init(stage: StageRecord, place: String?) {
            self.stage = stage
            self.place = place
        }

        package var record: Record {
            [
                "stage": .string(stage.id), "rule": .string(stage.uses), "status": .string(stage.status.rawValue),
                "place": Value(place), "reason": Value(stage.error?.message), "kind": Value(stage.error?.kind),
                "reused": .boolean(stage.isReused), "undone": .boolean(stage.undo?.status == .undone),
            ]
        }
    }

    package let run: RunRecord
    /// In the order of the pipeline.
    package let decisions: [Decision]
    package let notifications: [NotificationRecord]

    package init(run: RunRecord, decisions: [Decision], notifications: [NotificationRecord]) {
        self.run = run
        self.decisions = decisions
        self.notifications = notifications
    }

    package var record: Record {
        [
            "run": .string(run.id), "pipeline": .string(run.pipeline), "status": .string(run.status.rawValue),
            "attempt": .integer(Int64(run.attempt)), "origin": Value(run.origin?.run),
            "origin-kind": Value(run.origin?.kind.rawValue), "trigger": .record(trigger), "file": Value(run.file),
            "started-at": .string(run.startedAt.description), "finished-at": Value(run.finishedAt?.description),
            "decisions": decisions.json, "notifications": notifications.json,
        ]
    }

    /// How the file came: without what a source says of its items, which may be long.
    private var trigger: Record {
        var trigger: Record = [:]
        for entry in run.trigger where entry.key != "document" { trigger[entry.key] = entry.value }
        return trigger
    }
}
