/// What an id is the id of.
public enum IdentifierKind: String, Sendable, Hashable, CaseIterable {
    /// A version of a document.
    case version
    case run
    case batch
    /// An entry in quarantine.
    case entry
    case upload
    case link
    case notification
    case token
    case session
    /// Whatever the audit has changes of, also when it is gone.
    case subject
}

/// Finds ids by how they begin: with a seek of an index for each, however many there are.
public protocol IdentifierLookup: Sendable {
    /// Ids that begin with a text, letter for letter, each once, in order.
    ///
    /// - Parameter limit: at most that many, 1 to 10,000.
    func identifiers(of kind: IdentifierKind, beginningWith text: String, limit: Int) async throws -> [String]

    /// The shortest beginning of each id, of eight characters or more, that no other id of its kind has.
    func distinctPrefixes(of ids: [String], among kind: IdentifierKind) async throws -> [String]
}
