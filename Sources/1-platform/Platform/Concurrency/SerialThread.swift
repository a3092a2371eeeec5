/// One own thread that runs closures in the order in which they were handed over, and can see how many wait: what a
/// database connection that groups commits needs.
public final class SerialThread<Item: Sendable>: Sendable {
    private let queue = WorkQueue<Item>()

    /// - Parameters:
    ///   - name: at most 15 bytes.
    ///   - drain: called on the thread with all items that have gathered, oldest first, never with none.
    ///   - end: called on the thread once, after the last item, when this object goes.
    public init(
        name: String, drain: @escaping @Sendable ([Item]) -> Void, end: @escaping @Sendable () -> Void = {}
    ) {
        let queue = self.queue
        WorkerThread.start(name: name) {
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
