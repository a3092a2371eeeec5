internal import Diagnostics
internal import Pipelines
internal import Platform

/// Goes on with batches that an earlier process has left, at the start.
final class BatchService: Service {
    let name = "batches"
    private let context: UpContext
    private let work: BatchWork
    private let waker = Waker()

    init(_ context: UpContext, work: BatchWork) {
        self.context = context
        self.work = work
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            var backoff = Backoff()
            while !waker.isStopped {
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
            "batch-trouble", "A batch that was left unfinished cannot be carried on now: \(error)",
            batch.map { [.init("batch", $0.id), .init("pipeline", $0.pipeline)] } ?? [])
    }
}
