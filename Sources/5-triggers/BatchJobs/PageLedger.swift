/// Which pages of a batch are done: how far its cursor may move. Pages that are done behind one that is not are kept as
/// one, so there are never many more of them than items on their way.
struct PageLedger {
    private struct Span {
        /// Of its last page.
        var number: Int
        /// Where it ends; nil: with the source.
        var end: String?
        /// Items that have not ended.
        var open: Int
        /// Items that were runs.
        var items: Int
    }

    private var spans: [Span] = []
    private var last = 0

    /// How many spans are kept.
    var count: Int { spans.count }

    /// Adds the next page.
    ///
    /// - Returns: its number.
    mutating func add(items: Int, end: String?) -> Int {
        last += 1
        spans.append(Span(number: last, end: end, open: items, items: 0))
        join()
        return last
    }

    /// An item of a page has ended.
    ///
    /// - Parameter isRun: whether it was a run, rather than left out.
    mutating func end(ofPage number: Int, isRun: Bool) {
        guard let index = spans.firstIndex(where: { $0.number == number }) else { return }
        spans[index].open -= 1
        if isRun { spans[index].items += 1 }
        if spans[index].open == 0 { join() }
    }

    /// Takes the pages that are done off the front.
    ///
    /// - Returns: where they end and how many runs they were; nil: the first one is not done.
    mutating func advance() -> (end: String?, items: Int)? {
        guard let first = spans.first, first.open == 0 else { return nil }
        spans.removeFirst()
        return (first.end, first.items)
    }

    /// How many runs have ended in pages that are still here.
    var pendingItems: Int { spans.reduce(0) { $0 + $1.items } }

    private mutating func join() {
        var index = 1
        while index < spans.count {
            if spans[index].open == 0, spans[index - 1].open == 0 {
                spans[index].items += spans[index - 1].items
                spans.remove(at: index - 1)
            } else {
                index += 1
            }
        }
    }
}
