/// Keeps the oldest of many files, however many there are: a heap with the youngest on top, which goes when there are too
/// many.
struct OldestFiles {
    private let limit: Int
    private var heap: [FoundFile] = []
    /// How many were added in all.
    private(set) var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ file: FoundFile) {
        count += 1
        if heap.count < limit {
            heap.append(file)
            rise(from: heap.count - 1)
        } else if let youngest = heap.first, file < youngest {
            heap[0] = file
            sink()
        }
    }

    /// Oldest first.
    var sorted: [FoundFile] { heap.sorted() }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0, heap[(index - 1) / 2] < heap[index] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var largest = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[largest] < heap[child] {
                largest = child
            }
            if largest == index { return }
            heap.swapAt(index, largest)
            index = largest
        }
    }
}
