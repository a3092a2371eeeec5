internal import Accounts
internal import Platform
internal import Representations

/// Who asks, and what of the workspace is theirs to see.
struct Visitor: Sendable {
    /// nil: nobody who is known.
    let actor: Actor?
    /// Where the request comes from: the client's address, as far as it is known.
    let address: String?

    /// The owner whose things are shown; nil: everybody's.
    ///
    /// - Throws: `HTTPFailure` when there is nobody who may see anything.
    var owner: String? {
        get throws(HTTPFailure) {
            switch actor?.reach {
            case .everybody: nil
            case .own(let owner): owner
            case .nobody, nil: throw .notSignedIn
            }
        }
    }

    var isAdmin: Bool { actor?.isAdmin ?? false }

    /// Whether something of an owner may be seen.
    func sees(_ owner: String) -> Bool {
        switch actor?.reach {
        case .everybody: true
        case .own(let own): own == owner
        case .nobody, nil: false
        }
    }

    /// - Throws: `HTTPFailure` when the route is not for this visitor.
    func check(_ access: RouteAccess) throws(HTTPFailure) {
        if access == .anyone || access == .proof { return }
        guard let actor else { throw .notSignedIn }
        switch access {
        case .anyone, .proof: return
        case .session:
            if actor.kind != .session {
                throw HTTPFailure(.forbidden, "This is for people who are signed in, not for tokens.")
            }
        case .admin:
            if !actor.isAdmin { throw HTTPFailure(.forbidden, "This is for admins.") }
        case .scope(let scope):
            if !actor.has(scope) {
                throw HTTPFailure(
                    .forbidden,
                    actor.kind == .token
                        ? "The token does not have the scope `\(scope.rawValue)`." : "This is for admins.")
            }
        }
    }
}

extension HTTPFailure {
    static let notSignedIn = HTTPFailure(
        .unauthorized, "You are not signed in. Sign in, or send a token as `Authorization: Bearer …`.",
        headers: [("WWW-Authenticate", "Bearer realm=\"compass\"")])
}
