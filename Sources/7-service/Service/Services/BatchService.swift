internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Workspaces

/// The batches of the process: those that an earlier one has left are gone on with at the start, and at the end none takes
/// a further item.
final class BatchService: Service {
    let name = "batches"
    private let context: UpContext
    private let work: BatchWork
    private let resumes: Bool
    private let waker = AsyncSignal()

    /// - Parameter resumes: whether what earlier processes have left is gone on with.
    init(_ context: UpContext, work: BatchWork, resumes: Bool) {
        self.context = context
        self.resumes = resumes
        self.work = work
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            var backoff = Backoff()
            while resumes, !waker.isStopped {
                do {
                    for batch in try await context.workspace.batches.unfinishedBatches() {
                        group.addTask { await self.resume(batch) }
                    }
                    break
                } catch {
                    tell(error, nil)
                    guard await waker.wait(atMost: backoff.next()) else { break }
                }
            }
            while await waker.wait(atMost: nil) {}
        }
    }

    func stop() {
        work.stop()
        waker.stop()
    }

    private func resume(_ batch: BatchRecord) async {
        do {
            _ = try await work.resume(batch)
        } catch {
            tell(error, batch)
        }
    }

    private func tell(_ error: any Error, _ batch: BatchRecord?) {
        context.log.error(
            "batch-problem", "A batch that was left unfinished cannot be resumed now: \(error)",
            batch.map { [.init("batch", $0.id), .init("pipeline", $0.pipeline)] } ?? [])
    }
}
