public import Platform

/// A file among others, which come in the order of their last change; of equal age the bytes of their paths decide, so that
/// the order is always the same.
public protocol AgedFile: Sendable {
    /// When its contents were changed, in nanoseconds since 1970.
    var modified: Int64 { get }
    var path: Path { get }
}

extension AgedFile {
    /// Whether one comes before another.
    @inlinable
    public static func isOlder(_ left: Self, _ right: Self) -> Bool {
        if left.modified != right.modified { return left.modified < right.modified }
        return left.path.bytes.lexicographicallyPrecedes(right.path.bytes)
    }
}

/// Keeps the oldest of any number of files, in memory that does not grow with it: the youngest of those that are kept goes
/// when an older one comes.
public struct EarliestFiles<File: AgedFile>: Sendable {
    @usableFromInline let limit: Int
    /// The youngest first.
    @usableFromInline var kept = Heap<File> { File.isOlder($1, $0) }
    @usableFromInline var added = 0
    /// How many were added in all.
    public var count: Int { added }

    /// - Parameter limit: how many are kept.
    @inlinable
    public init(limit: Int) {
        self.limit = limit
    }

    @inlinable
    public mutating func add(_ file: File) {
        added += 1
        if kept.count < limit {
            kept.insert(file)
        } else if let youngest = kept.first, File.isOlder(file, youngest) {
            kept.replaceFirst(with: file)
        }
    }

    /// How many were added and not kept.
    public var omitted: Int { count - kept.count }

    /// Those that are kept, the oldest first.
    public var sorted: [File] { kept.unordered.sorted(by: File.isOlder) }
}
