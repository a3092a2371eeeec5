/// A binary heap: the first of any number of elements is at hand, and adding one or taking the first out costs logarithmic
/// time. Which of two equal elements comes first is not determined.
public struct Heap<Element> {
    @usableFromInline var elements: [Element] = []
    @usableFromInline let precedes: @Sendable (Element, Element) -> Bool

    /// - Parameter precedes: whether one element comes before another; a strict weak ordering.
    @inlinable
    public init(by precedes: @escaping @Sendable (Element, Element) -> Bool) {
        self.precedes = precedes
    }

    /// How many elements there are.
    @inlinable
    public var count: Int { elements.count }

    /// The element that comes before all others; nil: there is none.
    @inlinable
    public var first: Element? { elements.first }

    /// All elements, in no order.
    @inlinable
    public var unordered: [Element] { elements }

    /// In time that grows with the logarithm of `count`.
    @inlinable
    public mutating func insert(_ element: Element) {
        elements.append(element)
        var index = elements.count - 1
        while index > 0, precedes(elements[index], elements[(index - 1) / 2]) {
            elements.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Takes the first element out, in time that grows with the logarithm of `count`; nil: there is none.
    @inlinable
    public mutating func popFirst() -> Element? {
        guard let first else { return nil }
        elements.swapAt(0, elements.count - 1)
        elements.removeLast()
        sink(0)
        return first
    }

    /// Puts an element in the place of the first one, which goes. There has to be one.
    @inlinable
    public mutating func replaceFirst(with element: Element) {
        elements[0] = element
        sink(0)
    }

    /// Takes linear time.
    @inlinable
    public mutating func removeAll(where isUnwanted: (Element) throws -> Bool) rethrows {
        try elements.removeAll(where: isUnwanted)
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    @inlinable
    mutating func sink(_ start: Int) {
        var index = start
        while true {
            var next = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < elements.count && precedes(elements[child], elements[next]) {
                next = child
            }
            if next == index { return }
            elements.swapAt(index, next)
            index = next
        }
    }
}

extension Heap: Sendable where Element: Sendable {}
