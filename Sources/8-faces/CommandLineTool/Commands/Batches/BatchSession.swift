internal import Documents
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// One batch, carried to its end by a command: its runs are shown as those of `compass run`, and a summary follows.
struct BatchSession: Sendable {
    let workspace: Workspace
    let pipeline: Pipeline
    let streams: StandardStreams
    let isJSON: Bool
    let workers: Int

    /// - Returns: what the runs come to together, those of earlier processes included; a batch that was interrupted is no
    ///   failure, and goes on later.
    func run(_ batch: BatchRecord) async throws -> ExitCode {
        let session = RunSession(
            workspace: workspace, pipeline: pipeline, streams: streams, isJSON: isJSON, workers: workers)
        let run = BatchRun(batch, of: pipeline, in: workspace, workers: workers) { event in
            switch event {
            case .leftOut(let path, let reason): streams.report("\(path): left out, since \(reason)")
            case .progress(let text): if !isJSON { streams.note(text) }
            }
        }
        let code: Result<ExitCode, any Error>
        do {
            code = .success(
                try await session.run(width: workers, showsTotal: false) { try await run.carryOut(on: $0) })
        } catch let error as CancellationError {
            // What has been done is shown all the same.
            code = .failure(error)
        }
        let outcome = try await run.outcome()
        try await show(outcome)
        return try code.get().combined(with: ExitCode(outcome.summary.batch))
    }

    private func show(_ outcome: BatchRun.Outcome) async throws {
        let summary = outcome.summary
        if isJSON, outcome.isOnRecord {
            try streams.print(json: summary.record)
        } else if summary.batch.status != .running {
            try streams.print(
                summary.text(as: try await streams.shownIDs([summary.batch.id], of: .batch, in: workspace)[0]))
        }
        try streams.flush()
        if outcome.isOnRecord, summary.batch.status == .running {
            let id = try await streams.errorID(summary.batch.id, of: .batch, in: workspace)
            streams.report(
                "compass: batch \(id) is not finished: \(outcome.progress). `compass up`, `compass runs resume` or the "
                    + "same command again resumes it; `compass batches cancel \(id)` cancels it")
        }
    }
}

extension ExitCode {
    /// What a batch's end means for the program's.
    init(_ batch: BatchRecord) {
        self =
            switch batch.status {
            case .succeeded, .skipped, .running: .success
            case .rejected: .rejected
            case .failed, .cancelled: .failed
            }
    }
}
