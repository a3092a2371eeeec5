internal import Diagnostics
internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Workspaces

/// Gives files that were sent in pieces to their runs once they are whole, also those that an earlier process has left, and
/// gives up those that nobody goes on with.
final class UploadService: Service {
    let name = "uploads"
    private let context: UpContext
    // Each is waited on by one task.
    private let sweeping = AsyncSignal()
    private let retrying = AsyncSignal()
    private let whole: AsyncStream<String>
    private let announce: AsyncStream<String>.Continuation

    private static let sweepInterval = Duration.seconds(600)

    init(_ context: UpContext) {
        self.context = context
        (whole, announce) = AsyncStream.makeStream()
    }

    /// Says that an upload is whole.
    func completed(_ id: String) {
        announce.yield(id)
    }

    func run() async {
        let runs = UploadRuns(
            context.uploads, pipelines: { [context] in context.current.pipelines },
            launch: { [context] in await context.launch($0, of: $1) }, ends: context.engine.ends,
            isLeaving: { [context] in context.isStopping })
        await withDiscardingTaskGroup { group in
            group.addTask { await self.carryOn(runs) }
            group.addTask { await self.sweep() }
            for await id in whole {
                group.addTask {
                    do {
                        _ = try await runs.run(id)
                    } catch {
                        self.tell(error, id)
                    }
                }
            }
        }
    }

    func stop() {
        announce.finish()
        sweeping.stop()
        retrying.stop()
    }

    /// Looks at once for whole uploads that wait: their pipeline may be there again.
    func look() {
        retrying.wake()
    }

    /// What an earlier process has left, and what could not begin: now and then, and when the definitions have changed. Those
    /// that are being run are left alone.
    private func carryOn(_ runs: UploadRuns) async {
        var backoff = Backoff()
        var pause = Self.sweepInterval
        repeat {
            do {
                try await runs.carryOn(width: context.workers) { upload, outcome in
                    if case .failure(let error) = outcome { self.tell(error, upload.id) }
                }
                (backoff, pause) = (Backoff(), Self.sweepInterval)
            } catch {
                tell(error, nil)
                pause = backoff.next()
            }
        } while await retrying.wait(atMost: pause)
    }

    private func sweep() async {
        repeat {
            do {
                let swept = try await context.uploads.sweep()
                if swept.givenUp > 0 {
                    context.log.info(
                        "uploads-given-up", "Abandoned uploads have expired",
                        .init("uploads", swept.givenUp))
                }
            } catch {
                tell(error, nil)
            }
        } while await sweeping.wait(atMost: Self.sweepInterval)
    }

    private func tell(_ error: any Error, _ upload: String?) {
        context.log.error(
            "upload-problem", "An upload cannot be resumed now; it is tried again: \(error)",
            upload.map { [.init("upload", $0)] } ?? [])
    }
}
