internal import HTTPServer
internal import Platform
internal import Synchronization

/// A handler that is a closure.
struct Handler: HTTPHandler {
    let answer: @Sendable (HTTPRequest) async -> HTTPResponse

    func respond(to request: HTTPRequest) async -> HTTPResponse { await answer(request) }
}

/// Keeps what happens, so that tests wait for events instead of sleeping.
final class Recorder<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        var waiting: [(matches: @Sendable (Item) -> Bool, continuation: CheckedContinuation<Item, Never>)] = []
    }

    private let state = Mutex(State())

    var items: [Item] { state.withLock { $0.items } }

    func record(_ item: Item) {
        let ready = state.withLock { state in
            state.items.append(item)
            let ready = state.waiting.filter { $0.matches(item) }
            state.waiting.removeAll { $0.matches(item) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: item) }
    }

    /// Waits for the first that matches; one that was recorded already counts.
    func first(where matches: @escaping @Sendable (Item) -> Bool = { _ in true }) async -> Item {
        await withCheckedContinuation { continuation in
            let found = state.withLock { state -> Item? in
                if let item = state.items.first(where: matches) { return item }
                state.waiting.append((matches, continuation))
                return nil
            }
            if let found { continuation.resume(returning: found) }
        }
    }
}

/// Longer than any test.
let forever: Duration = .seconds(10_000)

/// Threads for what clients do.
let clients = WorkerPool(name: "clients", width: 8)

extension HTTPServer.Limits {
    /// Only the limits that a test is about may be reached, however slow the machine is.
    static var withoutTime: Self {
        var limits = Self()
        (limits.headTime, limits.idleTime, limits.bodyTime, limits.readingTime) = (forever, forever, forever, forever)
        return limits
    }
}

/// What a test does with a server.
struct RunningServer: Sendable {
    let server: HTTPServer
    let events: Recorder<HTTPServerEvent>

    var address: HTTPServer.Listener { server.address }

    var port: UInt16 {
        if case .tcp(_, let port) = address { port } else { 0 }
    }

    /// Runs what a client does on a thread that may block.
    func client<Result: Sendable>(_ body: @escaping @Sendable (RawClient) throws -> Result) async throws -> Result {
        let address = self.address
        return try await clients.run { try body(RawClient(address)) }
    }

    /// The answer to a request.
    func ask(_ text: String) async throws -> RawAnswer {
        try await client { try $0.ask(text) }
    }
}

/// Runs a server while `body` does, and ends it.
func withServer(
    _ listener: HTTPServer.Listener = .tcp(address: "127.0.0.1", port: 0),
    limits change: (inout HTTPServer.Limits) -> Void = { _ in }, grace: Duration = forever,
    answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse, body: (RunningServer) async throws -> Void
) async throws {
    var limits = HTTPServer.Limits.withoutTime
    change(&limits)
    let events = Recorder<HTTPServerEvent>()
    let server = try HTTPServer(listener: listener, limits: limits, grace: grace, handler: Handler(answer: answer)) {
        events.record($0)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        let result: Result<Void, any Error>
        do {
            try await body(RunningServer(server: server, events: events))
            result = .success(())
        } catch {
            result = .failure(error)
            // Answers that wait for the rest of `body` would never come.
            group.cancelAll()
        }
        server.stop()
        try await group.waitForAll()
        try result.get()
    }
}
