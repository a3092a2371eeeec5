public import Diagnostics
internal import Platform

/// Why something about accounts would not be done. Trouble with the store itself is another error. Never has a password or
/// a secret in it.
public struct AccountError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case noPerson = "no-person"
        case personExists = "person-exists"
        /// An id or a name that no person may have.
        case invalidPerson = "invalid-person"
        /// Without them, nobody could look after the accounts of the others.
        case lastAdmin = "last-admin"
        case noSession = "no-session"
        case noToken = "no-token"
        /// A name, an end or scopes that no token may have.
        case invalidToken = "invalid-token"
    }

    public let kind: Kind
    /// A sentence or two for the user: what is wrong.
    public let message: String
    /// What the user can do about it, beyond what the message says.
    public let advice: [NextStep]

    public init(_ kind: Kind, _ message: String, advice: [NextStep] = []) {
        self.kind = kind
        self.message = message
        self.advice = advice
    }

    /// The message and the advice, for records.
    public var description: String { advice.appended(to: message) }
}

extension AccountError {
    public static func noPerson(_ id: String) -> AccountError {
        AccountError(.noPerson, "There is no person `\(Printable.short(id))`.", advice: [.listPeople])
    }

    public static func personExists(_ id: String) -> AccountError {
        AccountError(.personExists, "There is a person `\(Printable.short(id))` already.", advice: [.listPeople])
    }

    /// - Parameter other: the id that is there.
    public static func personExists(_ id: String, as other: String) -> AccountError {
        AccountError(
            .personExists,
            "There is a person `\(Printable.short(other))` already, from which `\(Printable.short(id))` differs in capital "
                + "letters only. Choose another id.", advice: [.listPeople])
    }

    public static func lastAdmin(_ id: String) -> AccountError {
        AccountError(
            .lastAdmin,
            "`\(Printable.short(id))` is the only admin, and no other person could manage the other accounts "
                + "then. Make one of them an admin first.", advice: [.listPeople])
    }

    public static func noSession(_ id: String) -> AccountError {
        AccountError(
            .noSession, "There is no session `\(Printable.short(id))`, or it has ended.", advice: [.listSessions])
    }

    public static func noToken(_ id: String) -> AccountError {
        AccountError(.noToken, "There is no token `\(Printable.short(id))`.", advice: [.listTokens])
    }
}
