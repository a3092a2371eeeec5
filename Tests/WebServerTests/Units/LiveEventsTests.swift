import Engine
import Platform
import Testing

@testable import Service
@testable import Workspaces

@Suite(.timeLimit(.minutes(4))) struct LiveEventsTests {
    private static func event(_ number: Int, run: String = "r") -> HostEvent {
        .run(.progress(run: run, stage: "s", done: Int64(number), total: 1_000))
    }

    private static func numbers(_ elements: [LiveEvents.Element]?) -> [Int64] {
        (elements ?? []).map { element in
            switch element {
            case .event(let event): event.sequence
            case .gap: -1
            }
        }
    }

    @Test("followers: each gets every event once and in order, from where it began")
    func order() async {
        let events = LiveEvents(capacity: 8)
        let first = events.follow(after: nil)
        for number in 1...3 { events.publish(Self.event(number)) }
        let (second, replayed) = (events.follow(after: nil), events.follow(after: 1))
        events.publish(Self.event(4))
        #expect(Self.numbers(await first.next(atMost: .seconds(60))) == [1, 2, 3, 4])
        #expect(Self.numbers(await second.next(atMost: .seconds(60))) == [4])
        #expect(Self.numbers(await replayed.next(atMost: .seconds(60))) == [2, 3, 4])
        #expect(await first.next(atMost: .zero)?.isEmpty == true)
        #expect(events.last == 4 && events.followers == 3)
    }

    @Test("a follower that is too slow: one gap, then what comes after it")
    func gap() async {
        let events = LiveEvents(capacity: 4)
        let slow = events.follow(after: nil)
        for number in 1...4 { events.publish(Self.event(number)) }
        let kept = events.follow(after: 0)
        #expect(Self.numbers(await kept.next(atMost: .seconds(60))) == [1, 2, 3, 4])
        events.publish(Self.event(5))
        #expect(Self.numbers(await slow.next(atMost: .seconds(60))) == [-1])
        events.publish(Self.event(6))
        #expect(Self.numbers(await slow.next(atMost: .seconds(60))) == [6])
        // A sequence that there was not: of another process.
        #expect(Self.numbers(await events.follow(after: 99).next(atMost: .seconds(60))) == [-1])
    }

    @Test("events that are not wanted: passed over, and the place moves on")
    func wanted() async {
        let events = LiveEvents(capacity: 4)
        let following = events.follow(after: nil) { $0.run == "b" }
        for number in 1...20 { events.publish(Self.event(number, run: number % 20 == 0 ? "b" : "a")) }
        // It did not look in between, so it cannot know whether one of the lost was for it.
        #expect(Self.numbers(await following.next(atMost: .seconds(60))) == [-1])
        events.publish(Self.event(21, run: "a"))
        events.publish(Self.event(22, run: "b"))
        #expect(Self.numbers(await following.next(atMost: .seconds(60))) == [22])
        #expect(following.sequence == 22)
    }

    @Test("the end: whoever waits gets what is there, then nil; so does who comes later")
    func close() async {
        let events = LiveEvents()
        let waiting = events.follow(after: nil)
        async let end = waiting.next(atMost: .seconds(3_600))
        events.close()
        #expect(await end == nil)
        #expect(await events.follow(after: nil).next(atMost: .seconds(3_600)) == nil)
    }

    @Test("a follower that is gone: its place is free")
    func leaving() {
        let events = LiveEvents()
        do {
            let following = events.follow(after: nil)
            #expect(events.followers == 1)
            withExtendedLifetime(following) {}
        }
        #expect(events.followers == 0)
    }
}
