/// Why a link is not made or does not open. Trouble with the database is another error.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public enum Kind: String, Sendable, Hashable {
        /// The address is none that this workspace has made, or was signed with a former key.
        case forged
        case expired
        case revoked
        /// Nothing that it shows is there any more, or there is no such link.
        case notFound = "not-found"
        /// Its documents belong to several people.
        case mixedOwners = "mixed-owners"
        case invalid
    }

    public let kind: Kind
    /// A sentence or two for the user: what is wrong, and what to do.
    public let message: String

    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}
