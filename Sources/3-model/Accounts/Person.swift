internal import Documents
public import Platform

/// Somebody with an account.
public struct Person: Sendable, Hashable, Identifiable {
    /// The word that documents of theirs have as `owner`.
    public let id: String
    /// For people: "Maria Lopez".
    public let name: String
    public let role: Role
    public let createdAt: Timestamp
    /// Whether they can sign in with a password; otherwise only by a one-time link.
    public let hasPassword: Bool

    /// The most that an id may have, in bytes of UTF-8.
    public static let longestID = 100
    /// The most that a name may have, in characters.
    public static let longestName = 200

    /// - Throws: `AccountError` of kind `invalidPerson`.
    public init(
        id: String, name: String, role: Role, createdAt: Timestamp, hasPassword: Bool
    ) throws(AccountError) {
        if let fault = OwnerName.fault(in: id) {
            throw AccountError(.invalidPerson, "The id of a person \(fault).")
        }
        if id.first?.isWhitespace == true || id.last?.isWhitespace == true {
            throw AccountError(.invalidPerson, "The id of a person begins and ends with something that can be seen.")
        }
        if id.utf8.contains(UInt8(ascii: "/")) {
            throw AccountError(
                .invalidPerson, "The id of a person has a `/`, which cannot stand in the address of a page about them.")
        }
        if id.utf8.count > Self.longestID {
            throw AccountError(.invalidPerson, "The id of a person has at most \(Self.longestID) bytes.")
        }
        self.init(
            storedID: id, name: try Self.checked(name: name), role: role, createdAt: createdAt,
            hasPassword: hasPassword)
    }

    /// A person as they were stored, by whichever rules held then.
    public init(storedID id: String, name: String, role: Role, createdAt: Timestamp, hasPassword: Bool) {
        self.id = id
        self.name = name
        self.role = role
        self.createdAt = createdAt
        self.hasPassword = hasPassword
    }

    /// - Returns: the name without white space at its ends, when a person may have it.
    /// - Throws: `AccountError` of kind `invalidPerson`.
    public static func checked(name: String) throws(AccountError) -> String {
        let name = name.trimmed
        if name.isEmpty || name.count > longestName {
            throw AccountError(.invalidPerson, "A person needs a name of 1 to \(longestName) characters.")
        }
        if let character = UnsafeCharacters.first(in: name) {
            throw AccountError(
                .invalidPerson,
                "The name has the character \(character), which cannot be seen or acts on what shows it. Write the name "
                    + "without it.")
        }
        return name
    }
}

/// What a person may see and do.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Their own documents.
    case owner
    /// All documents, and the accounts of all.
    case admin
}
