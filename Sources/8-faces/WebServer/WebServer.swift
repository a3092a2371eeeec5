internal import Accounts
internal import Diagnostics
internal import HTTPMessages
package import HTTPServer
internal import Pipelines
internal import Platform
internal import Representations
package import Service
internal import Synchronization
internal import Workspaces

/// The second face beside the command line: the workspace over HTTP, as a service beside the others of its process.
package final class WebServer: ServerFace {
    /// For whoever puts the program together.
    package static let factory = ServerFactory(
        make: { try await WebServer($0, $1) }, openAPI: { OpenAPIText(Routes.all).text })

    package let name = "server"
    package let url: String
    private let service: RunningService
    private let servers: [HTTPServer]

    /// Listens from the return on; what comes is answered once it runs.
    ///
    /// - Parameter limits: of the connections of each listener.
    /// - Throws: `Problem` when it must not listen there; `HTTPServerError`; the errors of the accounts.
    package init(
        _ service: RunningService, _ configuration: ServerConfiguration, limits: HTTPServer.Limits = .init()
    ) async throws {
        self.service = service
        try await Self.check(configuration, service)
        let handler = LateHandler()
        let log = service.log
        let servers = try configuration.listeners.map { listener in
            try HTTPServer(
                listener: Self.listener(listener), limits: Self.limits(limits, of: listener), handler: handler,
                observe: { ServerEvents.report($0, to: log) })
        }
        let addresses = servers.map(\.address)
        let url = configuration.url ?? addresses.compactMap(Self.url).first ?? "http://localhost"
        let port = addresses.lazy.compactMap { if case .tcp(_, let port) = $0 { port } else { nil } }.first
        let routes = Routes.all
        // What a server's handler knows must not keep the server.
        let observed = servers.map(ObservedServer.init)
        let parts = ServerParts(
            service: service, links: Links(service.workspace.stores.links, base: { url }), streams: StreamPlaces(),
            hosts: RequestGuard(
                listening: addresses.compactMap { if case .tcp(let host, _) = $0 { host } else { nil } },
                url: configuration.url),
            cookies: SessionCookie(url: url, port: port), url: url, router: Router(routes),
            document: OpenAPIText(routes),
            figures: { observed.compactMap { $0.server?.figures } })
        handler.set(
            WebHandler(
                parts: parts,
                authenticator: Authenticator(
                    service: service, cookies: parts.cookies, isBehindProxy: configuration.url != nil)))
        self.servers = servers
        self.url = url
        for address in addresses {
            log.info("listening", "The server listens", .init("address", address), .init("url", url))
        }
    }

    package func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in servers { group.addTask { try await server.run() } }
            try await group.waitForAll()
        }
    }

    package func stop() {
        let active = servers.reduce(0) { $0 + $1.figures.active }
        if active > 0 {
            service.log.info(
                "answers-awaited", "Answers that are under way are waited for, some seconds at most",
                .init("requests", active))
        }
        // Streams of events would go on for as long as their clients want.
        service.events.close()
        service.dismissErasures()
        for server in servers { server.stop() }
    }

    private static func listener(_ listener: ServerConfiguration.Listener) -> HTTPServer.Listener {
        switch listener {
        case .tcp(let host, let port): .tcp(address: host == "localhost" ? "127.0.0.1" : host, port: port)
        case .unix(let path, let group): .unix(path, group: group)
        }
    }

    /// Whoever comes to a loopback address comes from this machine, and all clients of a proxy share its address.
    private static func limits(
        _ limits: HTTPServer.Limits, of listener: ServerConfiguration.Listener
    ) -> HTTPServer.Limits {
        guard case .tcp(let host, _) = listener, WorkspaceDefinition.Server.isLoopback(host) else { return limits }
        var limits = limits
        limits.connectionsPerAddress = limits.connections
        return limits
    }

    private static func url(_ address: HTTPServer.Listener) -> String? {
        guard case .tcp(let host, let port) = address else { return nil }
        let shown = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "::1" : host
        return "http://\(shown.contains(":") ? "[\(shown)]" : shown):\(port)"
    }

    /// - Throws: `Problem` where others could reach a workspace in which nobody has to sign in.
    private static func check(_ configuration: ServerConfiguration, _ service: RunningService) async throws {
        for case .tcp(let host, _) in configuration.listeners
        where !WorkspaceDefinition.Server.isLoopback(host) {
            if try await service.workspace.accounts.hasPeople() { continue }
            // Another start does not mend it.
            throw Problem(
                .invalidRequest,
                "\(host) can be reached from other machines, and no person has an account: the first visitor would be let "
                    + "in. Add people with passwords, and put a reverse proxy with TLS in front; or listen to 127.0.0.1.",
                advice: [.addPerson(service.workspace.owner)])
        }
    }
}

private struct ObservedServer: Sendable {
    weak let server: HTTPServer?

    init(_ server: HTTPServer) {
        self.server = server
    }
}

/// Answers requests once there is somebody to do it: the handler needs to know where the server listens.
private final class LateHandler: HTTPHandler {
    private let handler = Mutex<WebHandler?>(nil)

    func set(_ handler: WebHandler) {
        self.handler.withLock { $0 = handler }
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard let handler = handler.withLock({ $0 }) else { return .text("The server starts.\n", status: 503) }
        return await handler.respond(to: request)
    }

    func refusal(status: Int, reason: String, headers: HTTPHeaders) -> HTTPResponse {
        handler.withLock { $0 }?.refusal(status: status, reason: reason, headers: headers)
            ?? .text("\(reason)\n", status: status)
    }
}

/// What happens to connections, for the log.
private enum ServerEvents {
    static func report(_ event: HTTPServerEvent, to log: Log) {
        switch event {
        case .refused(let peer, let limit):
            log.debug(
                "connection-refused", "A connection was refused", .init("peer", peer), .init("limit", limit.rawValue))
        case .cut(let peer, let limit):
            log.debug("connection-cut", "A connection was cut", .init("peer", peer), .init("limit", limit.rawValue))
        case .rejected(let peer, let status, let reason):
            log.debug(
                "request-rejected", "A request could not be read: \(reason)", .init("peer", peer),
                .init("status", status))
        case .streamFailed(let peer, _, let error):
            log.warning("answer-cut", "An answer was cut short: \(error)", .init("peer", peer))
        case .cannotAccept(let error):
            log.warning("cannot-accept", "Connections cannot be let in now: \(error)")
        }
    }
}
