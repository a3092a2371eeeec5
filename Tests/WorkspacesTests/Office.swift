import Accounts
import Documents
import Passwords
import Platform
import Representations
import Synchronization

@testable import Workspaces

/// A workspace with accounts, a clock that stands until it is set, and passwords that cost little.
struct Office {
    static let here = SignIn.Origin(address: "192.0.2.1", userAgent: "Browser/1.0")
    static let root = Actor.account("root")

    let test: TestWorkspace
    let clock = FixedClock()
    private let work = PasswordWork(Argon2id(memory: 8, passes: 1, lanes: 1))

    init() async throws { test = try await TestWorkspace() }

    var workspace: Workspace { test.workspace }
    var people: People { People(of: workspace, work: work, now: { [clock] in clock.now }) }
    var signIn: SignIn { SignIn(to: workspace, work: work, now: { [clock] in clock.now }) }
    var sessions: Sessions { Sessions(of: workspace, now: { [clock] in clock.now }) }
    var tokens: Tokens { Tokens(of: workspace, now: { [clock] in clock.now }) }

    /// An admin `ana` and an owner `mia`, both with the password "correct horse".
    func staffed() async throws -> Office {
        for id in ["ana", "mia"] {
            _ = try await people.add(id, name: nil, role: nil, password: "correct horse", by: Self.root)
        }
        return self
    }

    func begin(_ id: String, from origin: SignIn.Origin = Office.here) async throws -> SignIn.Begun {
        let outcome = try await signIn.signIn(id, password: "correct horse", from: origin)
        guard case .begun(let begun) = outcome else { throw outcome.problem ?? Problem(.failed, "nothing") }
        return begun
    }

    func actor(_ id: String) async throws -> Actor { .session(try await begin(id).session, address: "192.0.2.1") }

    /// What the audit has, oldest first: action, subject, outcome.
    func audit() async throws -> [String] {
        try await workspace.accounts.entries(AuditQuery(), limit: 100, after: nil).items.reversed()
            .map { "\($0.by.name) \($0.action) \($0.subject.id) \($0.outcome?.rawValue ?? "-")" }
    }
}

final class FixedClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ microseconds: Int64 = 1_700_000_000_000_000) { time = Mutex(Timestamp(microseconds: microseconds)) }

    var now: Timestamp { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}

/// What an attempt is refused with; nil: it is not.
func problem<Result>(_ body: () async throws -> Result) async -> Problem? {
    do {
        _ = try await body()
        return nil
    } catch {
        return Problem(error)
    }
}
