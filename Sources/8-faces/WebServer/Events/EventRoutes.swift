internal import Documents
internal import Accounts
internal import HTTPServer
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// What happens to runs, live, as server-sent events (WHATWG HTML, 9.2).
///
/// The stream begins with `hello` and a `snapshot` of what goes on; events follow with growing ids. A client that was cut off
/// sends the last id as `Last-Event-ID` and gets what it has missed; where that is not kept any more, a `reset` with a new
/// snapshot takes its place.
enum EventRoutes {
    static let all: [Route] = [events]

    private static let run = Parameter<String?>.optional(
        "run", .id, "Only events of this run; the stream ends with it.")
    private static let last = Parameter<String?>.optional(
        "Last-Event-ID", .text(maxLength: 100), "The id of the last event that the client has, as browsers send it.",
        in: .header)

    private static let events = Route(
        .get, "/api/v1/events", "followEvents", .runs, "Follow runs live",
        discussion: """
            Server-sent events: `hello`, `snapshot` (running runs, or the followed one), then those that \
            `docs/json.md` lists, each with an id. `reset` says that events are missing and is followed by a snapshot. A \
            comment every 15 seconds keeps the connection. After `end` nothing comes, and the client should close.
            """,
        access: .scope(.runsRead), parameters: [run.spec, last.spec],
        answers: [
            .endless(200, "text/event-stream", "The stream, until the client or the service ends it."),
            DocumentRoutes.problem(404, "There is no such run."),
        ],
        examples: [RouteExample("An unknown run", query: [("run", "nothing")], status: 404)]
    ) { request in
        let stream = EventStream(
            request: request, run: try request[run], last: try request[last], owner: try request.visitor.owner)
        // Before the head of the answer is sent, so that an unknown run is an answer of its own.
        let snapshot = try await stream.snapshot()
        guard let place = request.server.streams.enter(request.visitor) else {
            throw HTTPFailure(
                .tooManyRequests, "Too many streams are open.", headers: [("Retry-After", "30")])
        }
        return Answer(
            status: 200,
            headers: [("Content-Type", "text/event-stream; charset=utf-8"), ("X-Accel-Buffering", "no")],
            content: .raw(
                .stream(length: nil) { writer in
                    try await stream.write(snapshot, to: writer)
                    withExtendedLifetime(place) {}
                }), cacheControl: "no-store")
    }
}

/// One stream of events.
private struct EventStream: Sendable {
    let request: RouteRequest
    let run: String?
    let last: String?
    let owner: String?

    /// So often at least something is sent, which is how a client that has left is noticed.
    private static let heartbeat = Duration.seconds(15)
    /// Runs that go on are told of in a snapshot up to here.
    private static let maxRuns = 200

    private var events: LiveEvents { request.server.service.events }

    struct Snapshot: Sendable {
        let value: Value
        /// The sequence that it is as of, at least.
        let sequence: Int64
        let hasEnded: Bool
    }

    /// What goes on now.
    ///
    /// - Throws: `Problem` when there is no such run.
    func snapshot() async throws -> Snapshot {
        // Before it is read: an event that comes meanwhile is told again, and none is missed.
        let sequence = events.last
        let workspace = request.workspace
        guard let run else {
            var query = RunQuery()
            query.statuses = [.running]
            query.owner = owner
            let page = try await workspace.journal.runs(query, limit: Self.maxRuns, after: nil)
            return Snapshot(
                value: ["runs": page.items.json, "more": .boolean(page.next != nil)], sequence: sequence,
                hasEnded: false)
        }
        switch try await request.knownRun(run) {
        case .begun(let detail):
            return Snapshot(
                value: ["runs": [.record(detail.run.record(stages: detail.stages))], "more": false],
                sequence: sequence, hasEnded: detail.run.status != .running)
        case .queued(let pipeline, _):
            return Snapshot(
                value: [
                    "runs": [["run": .string(run), "pipeline": .string(pipeline), "status": "queued"]], "more": false,
                ], sequence: sequence, hasEnded: false)
        }
    }

    func write(_ first: Snapshot, to writer: HTTPWriter) async throws {
        let known = resumption
        try await writer.write(
            text("retry: 3000\n") + message("hello", ["version": .string(Version.current)], id: nil))
        if known == nil || known?.isKept == false {
            if last != nil { try await writer.write(message("reset", [:], id: nil)) }
            try await writer.write(message("snapshot", first.value, id: first.sequence))
        }
        if first.hasEnded { return try await writer.write(message("end", [:], id: nil)) }
        let (run, owner) = (run, owner)
        let following = events.follow(after: known?.isKept == true ? known?.sequence : first.sequence) { event in
            (run == nil || event.run == run) && (owner == nil || event.owner == owner)
        }
        // Runs of other processes are not announced here: their record is looked at now and then.
        while let elements = await following.next(atMost: Self.heartbeat) {
            if elements.isEmpty {
                if run != nil {
                    let now = try await snapshot()
                    if now.hasEnded {
                        try await writer.write(message("snapshot", now.value, id: now.sequence))
                        return try await writer.write(message("end", [:], id: nil))
                    }
                }
                try await writer.write(text(": \n\n"))
            }
            var bytes: [UInt8] = []
            var hasEnded = false
            for element in elements {
                switch element {
                case .gap:
                    let now = try await snapshot()
                    bytes += message("reset", [:], id: nil) + message("snapshot", now.value, id: now.sequence)
                    hasEnded = now.hasEnded
                case .event(let event):
                    bytes += message(event.kind.rawValue, .record(event.record), id: event.sequence)
                    if run != nil, event.kind == .runEnded { hasEnded = true }
                }
            }
            if !bytes.isEmpty { try await writer.write(bytes) }
            if hasEnded { return try await writer.write(message("end", [:], id: nil)) }
        }
    }

    /// Where a client that was cut off goes on.
    private var resumption: (sequence: Int64, isKept: Bool)? {
        guard let last else { return nil }
        let parts = last.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0] == events.epoch, let sequence = Int64(parts[1]), sequence >= 0,
            sequence <= events.last
        else { return (0, false) }
        return (sequence, true)
    }

    private func message(_ event: String, _ value: Value, id: Int64?) -> [UInt8] {
        // One line: JSON text has no line breaks.
        text((id.map { "id: \(events.epoch)-\($0)\n" } ?? "") + "event: \(event)\ndata: \(value.json)\n\n")
    }

    private func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}
