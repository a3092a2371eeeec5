import Platform
import Service
import Synchronization
import Testing

@testable import WebServer

/// Runs, followed live over HTTP.
@Suite(.timeLimit(.minutes(4))) struct EventTests {
    static let target = "/api/v1/events"

    private static func isEnd(of run: String) -> @Sendable (EventClient.Event) -> Bool {
        { $0.kind == "run-ended" && $0.data["run"]?.string == run }
    }

    private static func after(_ event: EventClient.Event) -> [(name: String, value: String)] {
        [("Last-Event-ID", event.id ?? "")]
    }

    @Test("a run: hello and a snapshot, then its events in order, with ids that grow by the same epoch")
    func order() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let stream = try await served.stream(Self.target, as: session)
            let first = await stream.events { $0.kind == "snapshot" }
            #expect(first.map(\.kind) == ["hello", "snapshot"])
            #expect(first.last?.data == ["runs": [], "more": false])
            let run = try await served.upload("a.txt", Array("text".utf8), as: session, of: "u1").run
            let events = await stream.events(until: Self.isEnd(of: run))
            await stream.leave()
            #expect(events.allSatisfy { $0.data["run"]?.string == run })
            #expect(events.first?.kind == "run-started" && events.last?.data["status"] == "succeeded")
            let finished = events.filter { $0.kind == "stage-finished" }
            let stages: [String] = finished.compactMap { $0.data["stage"]?.string }
            #expect(
                stages == ["detect-mime", "size-check", "upload", "create-version", "share", "notify"], "\(stages)")
            let sequences = events.compactMap(\.sequence)
            #expect(sequences.count == events.count && sequences == sequences.sorted())
            #expect(Set(sequences).count == sequences.count)
            let streams: [Substring] = events.compactMap { $0.id?.split(separator: "-").first }
            #expect(Set(streams).count == 1)
        }
    }

    @Test("a run that has ended: its snapshot, and the end of the stream")
    func ended() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let run = try await served.upload("a.txt", Array("text".utf8), as: session, of: "u1").run
            let stream = try await served.stream("\(Self.target)?run=\(run)", as: session)
            let events = await stream.events { _ in false }
            #expect(events.map(\.kind) == ["hello", "snapshot", "end"])
            #expect(events.dropFirst().first?.data["runs"]?.list?.first?["status"] == "succeeded")
        }
    }

    @Test("an owner: the events of the own runs and of no others; an admin: of all")
    func owners() async throws {
        try await withServedWorkspace { served in
            let (first, second) = (try await served.session("u1"), try await served.session("u2"))
            let own = try await served.stream(Self.target, as: first)
            let all = try await served.stream(Self.target, as: try await served.session("ada"))
            for stream in [own, all] { _ = await stream.events { $0.kind == "snapshot" } }
            let other = try await served.upload("b.txt", Array("b".utf8), as: second, of: "u2").run
            let run = try await served.upload("a.txt", Array("a".utf8), as: first, of: "u1").run
            let seen = await own.events(until: Self.isEnd(of: run))
            #expect(Set(seen.map { $0.data["run"]?.string }) == [run])
            let seenByAll = await all.events(until: Self.isEnd(of: run))
            #expect(Set(seenByAll.map { $0.data["run"]?.string }) == [run, other])
            for stream in [own, all] { await stream.leave() }
        }
    }

    @Test("a client that was cut off: with the last id it gets exactly what it has missed")
    func replay() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let stream = try await served.stream(Self.target, as: session)
            let begin = try #require(await stream.events { $0.kind == "snapshot" }.last)
            var runs: [String] = []
            for name in ["a.txt", "b.txt"] {
                runs.append(try await served.upload(name, Array(name.utf8), as: session, of: "u1").run)
            }
            let whole = await stream.events(until: Self.isEnd(of: runs[1]))
            await stream.leave()
            for known in [begin, whole[0], whole[whole.count / 2], whole[whole.count - 2]] {
                let again = try await served.stream(Self.target, as: session, Self.after(known))
                let events = await again.events(until: Self.isEnd(of: runs[1]))
                await again.leave()
                #expect(events.first?.kind == "hello")
                #expect(Array(events.dropFirst()) == whole.filter { $0.sequence ?? 0 > known.sequence ?? 0 })
            }
        }
    }

    @Test("an id of another process, or none of ours: a reset and a snapshot take the place of what was missed")
    func reset() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let epoch = served.service.events.epoch
            for id in ["0123-5", "nonsense", "-1", "EPOCH-99999", "EPOCH--1", "EPOCH-9223372036854775808"] {
                let stream = try await served.stream(
                    Self.target, as: session, [("Last-Event-ID", id.replacing("EPOCH", with: epoch))])
                let events = await stream.events { $0.kind == "snapshot" }
                await stream.leave()
                #expect(events.map(\.kind) == ["hello", "reset", "snapshot"], "\(id)")
            }
        }
    }

    @Test("the service ends: streams end, and do not keep it")
    func shutdown() async throws {
        let stream = Mutex<EventClient?>(nil)
        try await withServedWorkspace { served in
            let client = try await served.stream(Self.target, as: try await served.session("u1"))
            _ = await client.events { $0.kind == "snapshot" }
            stream.withLock { $0 = client }
        }
        #expect(await stream.withLock { $0 }?.events { _ in false }.isEmpty == true)
    }
}
