package import Platform

/// A run that a request to a webhook or an upload has, and that has not begun.
package struct AwaitedRun: Sendable, Hashable {
    /// What it waits for.
    package enum Reason: Sendable, Hashable {
        /// The workspace has no such pipeline any more.
        case noPipeline
        /// The file that a request names, with the server that has it: "https://example.org".
        case file(server: String)
        /// That the service runs and has room.
        case turn
    }

    /// Its id; nil: it gets one when it is its turn, as the run of an upload does that no webhook has brought.
    package let run: String?
    /// nil: its file is still to come, or it needs none.
    package let upload: String?
    /// The path of the webhook; nil: no webhook has brought it.
    package let webhook: String?
    package let pipeline: String
    package let since: Timestamp
    package let reason: Reason

    /// - Parameters: see the properties.
    package init(
        run: String?, upload: String?, webhook: String?, pipeline: String, since: Timestamp, reason: Reason
    ) {
        self.run = run
        self.upload = upload
        self.webhook = webhook
        self.pipeline = pipeline
        self.since = since
        self.reason = reason
    }

    /// The reason as the last part of a sentence.
    package var detail: String {
        switch reason {
        case .noPipeline:
            "the workspace has no pipeline `\(pipeline)` any more, whose file has to be put back into pipelines/"
        case .file(let server): "its file is still to be got from \(server)"
        case .turn: "it begins as soon as the service runs and has room"
        }
    }
}

extension AwaitedRun: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        let word =
            switch reason {
            case .noPipeline: "no-pipeline"
            case .file: "file"
            case .turn: "turn"
            }
        return [
            "kind": "awaited-run", "run": Value(run), "upload": Value(upload), "webhook": Value(webhook),
            "pipeline": .string(pipeline), "since": .string(since.description), "reason": .string(word),
            "detail": .string(detail),
        ]
    }
}
