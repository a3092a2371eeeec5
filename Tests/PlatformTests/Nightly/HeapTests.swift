import CompassTesting
import Platform
import Testing

@Suite struct HeapTests {
    @Test("an empty heap has no first element")
    func empty() {
        var heap = Heap<Int>(by: <)
        #expect(heap.first == nil && heap.count == 0)
        #expect(heap.popFirst() == nil)
        heap.removeAll { _ in true }
        #expect(heap.unordered == [])
    }

    @Test(
        "elements come out in their order, whatever is added, replaced and removed meanwhile",
        arguments: 0..<(Nightly.isOn ? 8 : 1))
    func order(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var heap = Heap<Int>(by: >)
        // The same in the simplest way: sorted, the first one last.
        var model: [Int] = []
        for _ in 0..<(Nightly.isOn ? 2_000 : 800) {
            let element = random.below(100)
            switch random.below(10) {
            case 0..<5:
                heap.insert(element)
                model.append(element)
            case 5..<8: #expect(heap.popFirst() == model.popLast())
            case 8 where !model.isEmpty:
                heap.replaceFirst(with: element)
                model[model.count - 1] = element
            default:
                heap.removeAll { $0 % 10 == element % 10 }
                model.removeAll { $0 % 10 == element % 10 }
            }
            model.sort()
            #expect(heap.first == model.last)
            #expect(heap.unordered.sorted() == model)
        }
        while let last = model.popLast() { #expect(heap.popFirst() == last) }
        #expect(heap.count == 0)
    }
}
