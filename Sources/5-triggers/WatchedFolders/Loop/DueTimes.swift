internal import Pipelines

/// When files are to be looked at again: a heap, earliest first. An entry that is not wanted any more is found out when it
/// comes up.
struct DueTimes: Sendable {
    typealias Instant = ContinuousClock.Instant

    private var heap: [(due: Instant, file: LedgerEntry.File)] = []

    var next: Instant? { heap.first?.due }
    var count: Int { heap.count }

    mutating func add(_ file: LedgerEntry.File, at due: Instant) {
        heap.append((due, file))
        var index = heap.count - 1
        while index > 0, heap[index].due < heap[(index - 1) / 2].due {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// What is due.
    mutating func take(at now: Instant) -> [(due: Instant, file: LedgerEntry.File)] {
        var due: [(due: Instant, file: LedgerEntry.File)] = []
        while let first = heap.first, first.due <= now {
            due.append(first)
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            var index = 0
            while true {
                var earliest = index
                for child in [2 * index + 1, 2 * index + 2]
                where child < heap.count && heap[child].due < heap[earliest].due {
                    earliest = child
                }
                if earliest == index { break }
                heap.swapAt(index, earliest)
                index = earliest
            }
        }
        return due
    }
}
