internal import Platform

/// Requests that wait for a place, by group: groups take turns, so that one of them with many requests does not keep the
/// others waiting, and each has at most so many runs at a time.
struct FairQueue {
    /// A request with its place in its batch.
    struct Element {
        let index: Int
        let request: RunRequest
        let group: String
    }

    private var waiting: [String: Deque] = [:]
    /// Groups with somebody waiting, whose turn it is first.
    private var turns: [String] = []
    private var head = 0
    private var going: [String: Int] = [:]
    /// Of runs of one group at a time.
    var limit: Int
    private(set) var count = 0

    /// - Parameter limit: of runs of one group at a time.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether each place of the group is taken, and as many wait for one as may.
    func isFull(_ group: String, queueSize: Int) -> Bool {
        let all = (waiting[group]?.count ?? 0) + going[group, default: 0]
        return all >= limit && all - limit >= queueSize
    }

    mutating func add(_ element: Element) {
        if waiting[element.group] == nil {
            waiting[element.group] = Deque()
            turns.append(element.group)
        }
        waiting[element.group]?.append(element)
        count += 1
    }

    /// The next one whose group has a place, which it takes; nil when there is none.
    mutating func next() -> Element? {
        for _ in 0..<(turns.count - head) {
            let group = turns[head]
            head += 1
            if head > 1_024, head * 2 > turns.count {
                turns.removeFirst(head)
                head = 0
            }
            if going[group, default: 0] >= limit {
                turns.append(group)
                continue
            }
            guard let element = waiting[group]?.popFirst() else {
                waiting[group] = nil
                continue
            }
            count -= 1
            if waiting[group]?.count == 0 { waiting[group] = nil } else { turns.append(group) }
            going[group, default: 0] += 1
            return element
        }
        return nil
    }

    /// Takes one that waits out; nothing happens when it does not wait. Not quick: for what is rare.
    mutating func remove(_ index: Int, of group: String) {
        // The group keeps its turn, if only to lose it when that comes.
        if waiting[group]?.remove(index) == true { count -= 1 }
    }

    /// Whether nobody waits and nobody has a place.
    var isIdle: Bool { count == 0 && going.isEmpty }

    /// A run of the group has ended.
    mutating func end(_ group: String) {
        let left = (going[group] ?? 1) - 1
        going[group] = left == 0 ? nil : left
    }

    /// First in, first out, without moving what waits.
    private struct Deque {
        private var elements: [Element] = []
        private var head = 0

        var count: Int { elements.count - head }

        mutating func append(_ element: Element) { elements.append(element) }

        mutating func popFirst() -> Element? {
            guard head < elements.count else { return nil }
            let element = elements[head]
            head += 1
            if head > 1_024, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
            return element
        }

        mutating func remove(_ index: Int) -> Bool {
            guard let place = elements[head...].firstIndex(where: { $0.index == index }) else { return false }
            elements.remove(at: place)
            return true
        }
    }
}
