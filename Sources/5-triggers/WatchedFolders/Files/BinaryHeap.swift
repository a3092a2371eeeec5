/// Elements of which the first one is always at hand; adding and taking one takes time in the logarithm of their number.
struct BinaryHeap<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private let precedes: @Sendable (Element, Element) -> Bool

    /// - Parameter precedes: a strict order, whose first element comes first.
    init(by precedes: @escaping @Sendable (Element, Element) -> Bool) {
        self.precedes = precedes
    }

    var first: Element? { elements.first }
    var count: Int { elements.count }
    /// In no order.
    var all: [Element] { elements }

    mutating func add(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, precedes(elements[index], elements[(index - 1) / 2]) {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func removeFirst() -> Element? {
        guard let first = elements.first else { return nil }
        elements.swapAt(0, elements.count - 1)
        elements.removeLast()
        sink()
        return first
    }

    /// Puts another one in the place of the first. There must be one.
    mutating func replaceFirst(with element: Element) {
        elements[0] = element
        sink()
    }

    private mutating func sink() {
        var index = 0
        while true {
            var first = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < elements.count && precedes(elements[child], elements[first]) {
                first = child
            }
            if first == index { return }
            elements.swapAt(index, first)
            index = first
        }
    }
}
