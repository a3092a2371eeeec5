/// The oldest of any number of files: of a bounded number the newest one goes when an older one comes.
struct OldestFiles {
    private let limit: Int
    private var newest = BinaryHeap<FoundFile> { FoundFile.isOlder($1, $0) }
    /// How many were left out.
    private(set) var omitted = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ file: FoundFile) {
        guard newest.count >= limit else { return newest.add(file) }
        omitted += 1
        guard let first = newest.first, FoundFile.isOlder(file, first) else { return }
        newest.replaceFirst(with: file)
    }

    /// Oldest first.
    var sorted: [FoundFile] { newest.all.sorted(by: FoundFile.isOlder) }
}
