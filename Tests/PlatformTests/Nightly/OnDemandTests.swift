import Platform
import Synchronization
import Testing

@Suite struct OnDemandTests {
    @Test("the value is computed at the first question, and once, however many threads ask")
    func once() async {
        let calls = Atomic(0)
        await withTaskGroup(of: Int.self) { group in
            let value = OnDemand { calls.add(1, ordering: .relaxed).newValue }
            #expect(calls.load(ordering: .relaxed) == 0)
            for _ in 0..<100 { group.addTask { value.value } }
            for await each in group { #expect(each == 1) }
        }
        #expect(calls.load(ordering: .relaxed) == 1)
    }

    @Test("what the value is made of is let go once it is there")
    func released() {
        final class Source: Sendable {}
        var source: Source? = Source()
        weak let held = source
        let value = OnDemand { [source] in source == nil ? 0 : 1 }
        source = nil
        #expect(held != nil)
        #expect(value.value == 1)
        #expect(held == nil)
    }
}
