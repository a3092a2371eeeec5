internal import Accounts
internal import Diagnostics
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Representations
internal import Service

/// Answers requests: who asks and whether they may, which route, and what becomes of errors.
struct WebHandler: HTTPHandler {
    let parts: ServerParts
    let authenticator: Authenticator
    private let writer = AnswerWriter()
    private let strangers = RateLimiter(burst: 120, perSecond: 20)
    /// For those who have a coach's link, which somebody else at their address must not use up.
    private let guests = RateLimiter(burst: 240, perSecond: 40)
    private let hooks = RateLimiter(burst: 120, perSecond: 20)
    private let known = RateLimiter(burst: 2_000, perSecond: 500)

    init(parts: ServerParts, authenticator: Authenticator) {
        self.parts = parts
        self.authenticator = authenticator
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        var visitor = Visitor(actor: nil, address: authenticator.address(of: request))
        var isPage = request.path.first != "api" && Self.wantsPage(request.headers)
        var found: Route?
        do {
            try parts.hosts.check(request)
            let (route, path) = try find(request)
            isPage = route.isPage
            found = route
            if route.access != .proof {
                do {
                    visitor = try await authenticator.visitor(of: request)
                } catch {
                    // A token that is none makes nobody known: such requests count as those without one.
                    if (error as? HTTPFailure)?.kind == .unauthorized { try limit(visitor, route) }
                    throw error
                }
            }
            try limit(visitor, route)
            if visitor.actor?.kind == .session, !route.method.isSafe { try parts.hosts.checkOrigin(request) }
            try visitor.check(route.access)
            let routed = try await RouteRequest(request, route: route, path: path, visitor: visitor, server: parts)
            if let again = route.again, !routed.faults.isEmpty {
                return writer.response(try await routed.page(again), to: request)
            }
            return writer.response(try await route.perform(routed), to: request)
        } catch {
            if isPage, let found, (error as? HTTPFailure)?.kind == .unauthorized, !found.method.isSafe {
                return writer.response(await EndedSession.answer(to: request, found, parts), to: request)
            }
            report(error, request)
            if !isPage {
                return writer.response(ProblemAnswer.answer(error, seesInternals: visitor.isAdmin), to: request)
            }
            // Where it is the database that fails, the page is shown as to nobody who is known.
            let reader = try? await PageReader.find(visitor, in: parts.service.workspace)
            return writer.response(
                PageProblem.answer(error, to: request, for: reader, seesInternals: visitor.isAdmin), to: request)
        }
    }

    /// Whether a browser would show what is answered.
    private static func wantsPage(_ headers: HTTPHeaders) -> Bool {
        headers["Accept"]?.contains("text/html") ?? false
    }

    func refusal(status: Int, reason: String, headers: HTTPHeaders) -> HTTPResponse {
        let problem = ProblemAnswer.refusal(status: status, reason: reason)
        return writer.response(
            Self.wantsPage(headers) ? PageProblem.answer(problem) : ProblemAnswer.answer(problem), to: nil)
    }

    /// - Throws: `HTTPFailure`
    private func find(_ request: HTTPRequest) throws(HTTPFailure) -> (Route, [String: String]) {
        switch parts.router.find(Self.method(of: request), request.path) {
        case .route(let route, let path): return (route, path)
        case .otherMethods(let methods):
            throw HTTPFailure(
                .methodNotAllowed, "This address does not accept the method \(Printable.short(request.method)).",
                headers: [("Allow", methods.map(\.rawValue).joined(separator: ", "))])
        case .none: throw HTTPFailure(.notFound, "There is nothing at this address.")
        }
    }

    /// As it was sent, but for uploads: clients of tus where nothing but GET and POST gets through name it in a header.
    private static func method(of request: HTTPRequest) -> String {
        guard request.method == "POST", request.path.starts(with: UploadRoutes.segments),
            let named = request.headers["X-HTTP-Method-Override"], ["PATCH", "DELETE", "HEAD"].contains(named)
        else { return request.method }
        return named
    }

    /// Whoever is known has more, and is counted by what they come with; others by their address.
    private func limit(_ visitor: Visitor, _ route: Route) throws(HTTPFailure) {
        let wait: Int?
        if let actor = visitor.actor {
            wait = known.take(actor.credential ?? actor.name)
        } else {
            switch route.limit {
            case .none: wait = nil
            case .guest: wait = guests.take(visitor.address ?? "")
            case .hook: wait = hooks.take(visitor.address ?? "")
            case .usual: wait = strangers.take(visitor.address ?? "")
            }
        }
        guard let wait else { return }
        throw HTTPFailure(
            .tooManyRequests, "Too many requests. Come again in \(HumanFormat.count(wait, "second")).",
            headers: [("Retry-After", "\(wait)")])
    }

    /// What broke is told in the log; what a client did wrong is its own business.
    private func report(_ error: any Error, _ request: HTTPRequest) {
        if error is HTTPFailure || error as? HTTPServerError == .clientLeft { return }
        let target = request.target.split(separator: "?").first.map(String.init) ?? ""
        if error as? HTTPServerError == .bodyTooSlow {
            return parts.service.log.info(
                "request-slow", "A client has sent its request too slowly, and was cut",
                .init("method", request.method), .init("target", target))
        }
        let problem = Problem(error)
        guard problem.kind == .failed else { return }
        parts.service.log.error(
            "request-failed", "A request could not be answered: \(problem)", .init("method", request.method),
            .init("target", target))
    }
}
