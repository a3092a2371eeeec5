internal import Synchronization

/// Keeps the documents that were used last, so that a version of a text is written as HTML once.
public final class MarkdownCache: Sendable {
    private let capacity: Int
    /// The last used one at the end.
    private let entries = Mutex<[(key: String, document: MarkdownDocument)]>([])

    /// - Parameter capacity: how many are kept, at least 1; each has some megabytes at most.
    public init(capacity: Int = 8) {
        precondition(capacity > 0, "a cache keeps something")
        self.capacity = capacity
    }

    /// The document of a key, which is read when it is not there. What cannot be read is not kept.
    ///
    /// - Parameters:
    ///   - key: a digest of the text, and of what else the document depends on.
    ///   - read: may be called by several tasks for one key at a time.
    /// - Throws: as `read`.
    public func document(
        for key: String, _ read: () throws(MarkdownError) -> MarkdownDocument
    ) throws(MarkdownError) -> MarkdownDocument {
        let kept = entries.withLock { entries -> MarkdownDocument? in
            guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: place)
            entries.append(entry)
            return entry.document
        }
        if let kept { return kept }
        let document = try read()
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            entries.append((key, document))
            if entries.count > capacity { entries.removeFirst() }
        }
        return document
    }
}
