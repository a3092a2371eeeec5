internal import Pipelines

/// Files that are whole and wait for their turn: a heap, oldest first. An entry that is not wanted any more is found out
/// when it comes up.
struct ReadyFiles: Sendable {
    private var heap: [FoundFile] = []

    mutating func add(_ found: FoundFile) {
        heap.append(found)
        var index = heap.count - 1
        while index > 0, FoundFile.isOlder(heap[index], heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func next() -> FoundFile? {
        guard let first = heap.first else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            var oldest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && FoundFile.isOlder(heap[child], heap[oldest]) {
                oldest = child
            }
            if oldest == index { return first }
            heap.swapAt(index, oldest)
            index = oldest
        }
    }
}
