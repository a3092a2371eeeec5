import Platform
import Testing

@testable import WebServer

@Suite struct RateLimiterTests {
    @Test("a burst is let through, then as many as come evenly, and the answer tells when to come again")
    func bucket() {
        let limiter = RateLimiter(burst: 3, perSecond: 0.5)
        let start = ContinuousClock.now
        func take(_ seconds: Double, _ who: String = "a") -> Int? {
            limiter.take(who, now: start.advanced(by: .milliseconds(Int(seconds * 1_000))))
        }
        #expect((0..<3).map { _ in take(0) } == [nil, nil, nil])
        #expect(take(0) == 2)
        // Who is refused does not wait longer for it.
        #expect(take(0) == 2)
        #expect(take(1) == 1)
        #expect(take(2) == nil)
        #expect(take(2) == 2)
        #expect(take(2, "b") == nil)
        // It fills to the burst and no further.
        #expect((0..<4).map { _ in take(1_000) } == [nil, nil, nil, 2])
    }

    @Test(
        "more visitors than there is room for: those who have asked least lately are forgotten, and those who are refused are not"
    )
    func room() {
        let limiter = RateLimiter(burst: 1, perSecond: 0.001, maxVisitors: 100)
        let start = ContinuousClock.now
        for number in 0..<1_000 {
            #expect(limiter.take("v\(number)", now: start.advanced(by: .milliseconds(number))) == nil)
        }
        #expect(limiter.take("v999", now: start.advanced(by: .seconds(1))) != nil)
        #expect(limiter.take("v0", now: start.advanced(by: .seconds(1))) == nil)
    }
}

@Suite struct StreamPlacesTests {
    @Test("places: some for each visitor, some in all, and each is given back once")
    func places() {
        let places = StreamPlaces(maxPerVisitor: 2, maxInAll: 3)
        func visitor(_ address: String) -> Visitor { Visitor(actor: nil, address: address) }
        var held = [places.enter(visitor("a")), places.enter(visitor("a"))]
        #expect(held.allSatisfy { $0 != nil } && places.enter(visitor("a")) == nil)
        held.append(places.enter(visitor("b")))
        #expect(places.enter(visitor("c")) == nil && places.count == 3)
        held.removeFirst()
        #expect(places.count == 2)
        let other = places.enter(visitor("c"))
        #expect(other != nil && places.enter(visitor("a")) == nil)
        held = []
        #expect(places.count == 1)
        withExtendedLifetime(other) {}
    }
}
