internal import CLinux

/// One own thread that runs closures in the order in which they were handed over, and can see how many wait: what a
/// database connection that groups commits needs.
public final class SerialThread<Item: Sendable>: Sendable {
    private let queue = WorkQueue<Item>()

    /// - Parameters:
    ///   - name: at most 15 bytes.
    ///   - isFavoured: whether the scheduler is to prefer it to the process's other threads, which it does where the process has
    ///     the right to ask for it (root has it); for short work that others wait for. Threads that it starts inherit that.
    ///   - drain: called on the thread with all items that have gathered, oldest first, never with none.
    ///   - end: called on the thread once, after the last item, when this object goes.
    public init(
        name: String, isFavoured: Bool = false, drain: @escaping @Sendable ([Item]) -> Void,
        end: @escaping @Sendable () -> Void = {}
    ) {
        let queue = self.queue
        WorkerThread.start(name: name) {
            if isFavoured { compass_favour_thread(5) }
            while true {
                let items = queue.takeAll()
                if items.isEmpty { break }
                drain(items)
            }
            end()
        }
    }

    deinit {
        queue.close()
    }

    /// Hands an item over; never blocks.
    public func put(_ item: Item) {
        queue.put(item)
    }
}
