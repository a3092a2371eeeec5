/// The oldest of any number of files: a heap of a bounded size whose newest element goes when an older one comes.
struct OldestFiles {
    private let limit: Int
    /// The newest first.
    private var heap: [FoundFile] = []
    /// How many were left out.
    private(set) var omitted = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ file: FoundFile) {
        guard heap.count >= limit else {
            heap.append(file)
            rise(heap.count - 1)
            return
        }
        omitted += 1
        guard let newest = heap.first, FoundFile.isOlder(file, newest) else { return }
        heap[0] = file
        sink()
    }

    /// Oldest first.
    var sorted: [FoundFile] { heap.sorted(by: FoundFile.isOlder) }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0, FoundFile.isOlder(heap[(index - 1) / 2], heap[index]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var newest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && FoundFile.isOlder(heap[newest], heap[child]) {
                newest = child
            }
            if newest == index { return }
            heap.swapAt(index, newest)
            index = newest
        }
    }
}
