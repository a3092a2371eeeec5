/// The alarms that are set, the earliest first: a binary heap whose stopped entries go when they come up or outnumber the
/// others.
struct AlarmState {
    private struct Entry {
        let time: ContinuousClock.Instant
        let id: UInt64
    }

    private var heap: [Entry] = []
    private var rings: [UInt64: @Sendable () -> Void] = [:]
    private var last: UInt64 = 0
    var hasThread = false

    /// How many can still ring.
    var count: Int { rings.count }

    /// - Returns: its number, and whether it is now the earliest.
    mutating func add(
        at time: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void
    ) -> (id: UInt64, isNext: Bool) {
        last += 1
        rings[last] = ring
        heap.append(Entry(time: time, id: last))
        rise(heap.count - 1)
        return (last, heap[0].id == last)
    }

    mutating func remove(_ id: UInt64) {
        guard rings.removeValue(forKey: id) != nil, heap.count > 64, heap.count > 2 * rings.count else { return }
        heap.removeAll { rings[$0.id] == nil }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// Takes the earliest out if it is due. One at a time: another one that is due too can be stopped while it rings.
    ///
    /// - Returns: its closure, or when the next one is due.
    mutating func takeDue(
        _ now: ContinuousClock.Instant
    ) -> (due: (@Sendable () -> Void)?, next: ContinuousClock.Instant?) {
        while let first = heap.first, first.time <= now || rings[first.id] == nil {
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            sink(0)
            if let ring = rings.removeValue(forKey: first.id) { return (ring, nil) }
        }
        return (nil, heap.first?.time)
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0, heap[index].time < heap[(index - 1) / 2].time {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && heap[child].time < heap[smallest].time {
                smallest = child
            }
            if smallest == index { return }
            heap.swapAt(index, smallest)
            index = smallest
        }
    }
}
