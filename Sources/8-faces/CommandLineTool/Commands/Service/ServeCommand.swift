internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// `compass serve`: serves the workspace over HTTP.
enum ServeCommand {
    private static let listen = CommandOption<WorkspaceDefinition.Server?>.optional(
        "listen", "HOST:PORT", .address, "Listen there (compass.yaml, or else 127.0.0.1:8080); port 0 takes a free one."
    )
    private static let socket = CommandOption<Path?>.optional(
        "socket", "PATH", .newFile, "Listen at this Unix socket, for a reverse proxy of the same account.")
    private static let url = CommandOption<String?>.optional(
        "url", "URL", .word, "The address that people use, where a reverse proxy stands before the server.")

    private static let openAPI = CommandOption.flag(
        "openapi", "Print what the server answers, as an OpenAPI 3.1 document, and serve nothing.")

    static let command = Command(
        "serve", "Serve the workspace over HTTP, until SIGTERM",
        discussion: """
            Shows the pages, and the API at /api/v1; /api/v1/openapi.json describes it. It runs uploaded files by the pipeline \
            for their type and delivers notifications. Watched folders and schedules need `compass up`, which also serves \
            when compass.yaml has `server:`.

            It prints a link that signs in the workspace's owner once, within ten minutes. By default only this machine \
            can connect. To open it to others, add people with passwords or tokens, and put a reverse proxy with TLS in \
            front.
            """,
        examples: [
            "serve", "serve --listen 127.0.0.1:9000", "serve --socket /run/compass.sock --url https://compass.example",
        ],
        options: [listen.spec, socket.spec, url.spec, openAPI.spec] + LogOptions.all
    ) { context in
        guard let factory = context.server else {
            throw Problem.refused("This program has no server.")
        }
        if context[openAPI] {
            try context.streams.write(factory.openAPI())
            return .success
        }
        var listeners: [ServerConfiguration.Listener] = []
        if let listen = context[listen] { listeners.append(.tcp(host: listen.host, port: listen.port)) }
        if let socket = context[socket] { listeners.append(.unix(socket)) }
        let base = context[url].flatMap { WorkspaceDefinition.Server.base($0) }
        if context[url] != nil, base == nil {
            throw context.usageError(
                "`--url` must be an address that links can begin with, such as https://compass.example")
        }
        if let base, WorkspaceDefinition.Server.hasPath(base) {
            throw context.usageError(
                "`--url` has a path, and pages are served at the root of a host alone; give the server a host of its own, such as "
                    + "https://compass.example")
        }
        let given = ServerConfiguration(listeners: listeners, url: base)
        let streams = context.streams
        let session = try context.serviceSession(
            parts: [.server, .worker],
            server: ServiceSession.Server(factory: factory, isAsked: true, given: given) { face, service in
                let link = try await SignIn(to: service.workspace).oneTimeLink(by: context.actor)
                try streams.print("Compass serves at \(face.url)")
                if let link {
                    try streams.print("Sign in once, within ten minutes: \(face.url)/open/\(link.secret.reveal { $0 })")
                } else {
                    try streams.print("Sign in with a password: the workspace's owner has no account, and others have.")
                }
                try streams.flush()
            })
        return try await session.run() ? .success : .failed
    }
}

extension ArgumentKind where Value == WorkspaceDefinition.Server {
    /// An address with a port.
    fileprivate static var address: ArgumentKind {
        ArgumentKind(parse: { argument throws(ArgumentError) in
            guard argument.isText, let server = WorkspaceDefinition.Server(address: argument.text) else {
                throw ArgumentError("must be an address with a port, such as 127.0.0.1:8080")
            }
            return server
        })
    }
}
