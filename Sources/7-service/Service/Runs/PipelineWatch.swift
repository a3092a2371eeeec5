package import Diagnostics
package import Engine
package import Pipelines
internal import Platform
package import WatchedFolders
package import Workspaces

/// The watched folders of one pipeline, for as long as somebody waits for them. A process that stays has a `WatchService`
/// instead, which goes on with changed definitions.
package struct PipelineWatch: Sendable {
    private let pipeline: Pipeline
    private let workspace: Workspace
    private let workers: Int
    private let log: Log

    /// How long runs may go on after the watch was told to end.
    private static let grace = Duration.seconds(25)

    /// - Parameters:
    ///   - workers: how many files are run at a time.
    ///   - log: is told what is ignored, what waits and what is wrong.
    package init(of pipeline: Pipeline, in workspace: Workspace, workers: Int, log: Log) {
        self.pipeline = pipeline
        self.workspace = workspace
        self.workers = workers
        self.log = log
    }

    /// Takes files and has them run, until the task is cancelled: runs go on for a grace of 25 seconds then.
    ///
    /// - Parameters:
    ///   - isOnce: ends when all that is there has been dealt with.
    ///   - ended: gets the result of each run; called on any thread, must not block.
    /// - Returns: what became of the files of each folder, when it was once; the failure is a `WatchTakenError` or what keeps a
    ///   folder from being watched, which ends all of them, so that nobody believes it is.
    package func run(
        on engine: Engine, isOnce: Bool, ended: @escaping @Sendable (RunResult) -> Void
    ) async -> Result<[IntakeTally], any Error> {
        let dispatcher = Dispatcher(engine: engine, workers: workers)
        let intakes = intakes(dispatcher, engine.ends, ended)
        return await withTaskCancellationHandler {
            do {
                return .success(
                    try await withThrowingTaskGroup(of: IntakeTally?.self) { group in
                        for intake in intakes {
                            group.addTask {
                                if isOnce { return try await intake.runOnce() }
                                try await intake.run()
                                return nil
                            }
                        }
                        var tallies: [IntakeTally] = []
                        do {
                            for try await tally in group { if let tally { tallies.append(tally) } }
                        } catch {
                            for intake in intakes { intake.stop() }
                            throw error
                        }
                        return tallies
                    })
            } catch {
                return .failure(error)
            }
        } onCancel: {
            for intake in intakes { intake.stop() }
            dispatcher.stop()
            engine.suspendWaiting()
            _ = AlarmClock.shared.set(after: Self.grace) { engine.suspendAll() }
        }
    }

    private func intakes(
        _ dispatcher: Dispatcher, _ ends: RunEnds, _ ended: @escaping @Sendable (RunResult) -> Void
    ) -> [FolderIntake] {
        let watcher = FolderIntake.watcher()
        return pipeline.triggers.watches.map { trigger in
            FolderIntake(
                trigger, of: pipeline,
                in: FolderIntake.Dependencies(
                    root: workspace.root, ledger: workspace.ledger, journal: workspace.journal,
                    quarantine: workspace.quarantine,
                    launch: { request, pipeline in
                        let result = await dispatcher.run(request, of: pipeline)
                        if let result { ended(result) }
                        return result
                    }, ends: ends, width: workers, log: log, watcher: watcher))
        }
    }
}
