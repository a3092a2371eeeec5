import Platform
import Service
import Synchronization
import Testing

@testable import WebServer

/// More streams than somebody may have, and what a service leaves.
@Suite(.timeLimit(.minutes(4))) struct StreamPlaceTests {
    private struct Ended: Sendable {
        weak let events: LiveEvents?
    }

    @Test("more streams than somebody may have: 429 and when to try again; others are let in, and so is who makes room")
    func places() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            var streams: [EventClient] = []
            for _ in 0..<8 { streams.append(try await served.stream(EventTests.target, as: session)) }
            let refused = try await served.ask("GET", EventTests.target, as: session)
            #expect(refused.status == 429 && refused["Retry-After"] == "30", "\(refused)")
            let other = try await served.stream(EventTests.target, as: try await served.session("u2"))
            await other.leave()
            await streams.removeLast().leave()
            // That a client has left is noticed when there is something to tell it.
            var next: EventClient?
            for number in 0..<20 where next == nil {
                try await served.upload("\(number).txt", Array("\(number)".utf8), as: session, of: "u1")
                do { next = try await served.stream(EventTests.target, as: session) } catch is NoAnswer {}
            }
            streams.append(try #require(next, "the place is not given back"))
            for stream in streams { await stream.leave() }
        }
    }

    @Test("the service has ended: nothing of it is kept, nor are its threads and descriptors")
    func release() async throws {
        let ended = Mutex<Ended?>(nil)
        try await withServedWorkspace(people: false) { served in
            _ = try await served.ask("GET", "/healthz")
            #expect(served.service.events.followers == 0)
            ended.withLock { $0 = Ended(events: served.service.events) }
        }
        #expect(try #require(ended.withLock { $0 }).events == nil)
    }
}
