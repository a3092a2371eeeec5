internal import Diagnostics
internal import Documents
internal import Platform
internal import Workspaces

/// Keeps lists and searches fast as documents are added and changed, piece by piece, with a rest as long as the work after
/// each, so that it takes half a processor at most.
final class ListService: Service {
    let name = "lists"
    private let context: UpContext
    private let waker = AsyncSignal()

    private static let interval = Duration.seconds(20)

    init(_ context: UpContext) {
        self.context = context
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepListsFast() }
            while await waker.wait(atMost: nil) {}
            // What is left half done does no harm.
            group.cancelAll()
        }
    }

    func stop() {
        waker.stop()
    }

    private func keepListsFast() async {
        let (rest, lists) = (AsyncSignal(), context.workspace.lists)
        var wait = Self.interval
        while await rest.wait(atMost: wait) {
            let start = ContinuousClock.now
            do {
                wait = try await lists.keepListsFast() ? .now - start : Self.interval
            } catch is CancellationError {
                return
            } catch {
                context.log.warning(
                    "lists-problem",
                    "Lists of documents cannot be made faster now, and are right all the same; it is tried again: \(error)"
                )
                wait = Self.interval
            }
        }
    }
}
