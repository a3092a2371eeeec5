internal import Accounts
internal import Glibc
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Service
internal import Workspaces

/// Finds out who asks: by a token, or by the session in a cookie.
struct Authenticator: Sendable {
    let service: RunningService
    let cookies: SessionCookie
    /// Whether requests come by a reverse proxy of this machine, which tells where they come from.
    let isBehindProxy: Bool

    /// - Throws: `HTTPFailure` for a token that is none; the database's errors.
    func visitor(of request: HTTPRequest) async throws -> Visitor {
        let address = address(of: request)
        if let header = request.headers["Authorization"] {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else {
                throw Self.refusal("Only `Authorization: Bearer` is understood.", "invalid_request")
            }
            switch try await Tokens(of: service.workspace).token(for: String(parts[1])) {
            case .valid(let token): return Visitor(actor: .token(token, address: address), address: address)
            case .expired: throw Self.refusal("The token has expired.", "invalid_token")
            case .revoked: throw Self.refusal("The token was revoked.", "invalid_token")
            case .none: throw Self.refusal("There is no such token.", "invalid_token")
            }
        }
        if let secret = cookies.secret(in: request),
            let session = try await Sessions(of: service.workspace).session(for: secret)
        {
            return Visitor(actor: .session(session, address: address), address: address)
        }
        // A cookie of a session that has ended is as good as none.
        return Visitor(actor: nil, address: address)
    }

    /// Where a request comes from; nil: from this machine, by a socket.
    ///
    /// The last address that proxies have written is the one that the nearest of them has seen; those before it may be made
    /// up by the client.
    func address(of request: HTTPRequest) -> String? {
        var address: String?
        if case .address(let peer) = request.peer { address = peer }
        let isNear = address.map { $0 == "127.0.0.1" || $0 == "::1" } ?? true
        guard isBehindProxy, isNear, let last = request.headers.values(of: "X-Forwarded-For").last else {
            return address
        }
        let named = last.split(separator: ",").last.map { $0.filter { $0 != " " } } ?? ""
        return Self.isAddress(String(named)) ? String(named) : address
    }

    private static func isAddress(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }

    private static func refusal(_ message: String, _ code: String) -> HTTPFailure {
        HTTPFailure(
            .unauthorized, message, headers: [("WWW-Authenticate", "Bearer realm=\"compass\", error=\"\(code)\"")])
    }
}

extension RouteRequest {
    /// Makes a change and keeps on record who has asked for it; see `Workspace.audited`.
    func audited<Result>(
        _ action: String, _ subject: AuditEntry.Subject, detail: String? = nil, _ change: () async throws -> Result
    ) async throws -> Result {
        try await workspace.audited(try actor, action, subject, detail: detail, change)
    }

    /// Who asks.
    ///
    /// - Throws: `HTTPFailure` when that is nobody who is known.
    var actor: Actor {
        get throws {
            guard let actor = visitor.actor else { throw HTTPFailure.notSignedIn }
            return actor
        }
    }
}
