public import Documents
public import Platform

/// Keeps people and the hashes of their passwords.
///
/// What is thrown is trouble with the store, unless a method says otherwise; what a call promises is on the disk when it
/// returns.
public protocol PeopleStore: Sendable {
    /// - Throws: `AccountError` of kind `personExists`.
    /// - Parameter password: its encoded hash; nil: they have none, whatever `person` says.
    func add(_ person: Person, password: String?) async throws

    /// Adds people without passwords, all in one step. Whoever is there already stays as they are.
    ///
    /// - Returns: those that were added.
    func add(_ people: [Person]) async throws -> [Person]

    /// nil: there is none.
    func person(_ id: String) async throws -> Person?

    /// The encoded hash of a person's password; nil: they have none, or there is no such person.
    func passwordHash(of id: String) async throws -> String?

    /// By their ids.
    ///
    /// - Parameters:
    ///   - limit: at most that many, from 1 to 10,000.
    ///   - cursor: the `next` of a former page.
    /// - Throws: `CatalogError` of kind `invalidCursor`.
    func people(limit: Int, after cursor: String?) async throws -> Page<Person>

    /// Whether there is anybody.
    func hasPeople() async throws -> Bool

    /// Gives a person a new password, and ends their sessions, but for one, in one step.
    ///
    /// - Parameters:
    ///   - hash: encoded.
    ///   - session: the id of the session that goes on; nil: all end.
    /// - Returns: how many sessions ended.
    /// - Throws: `AccountError` of kind `noPerson`.
    func setPassword(of id: String, to hash: String, keeping session: String?) async throws -> Int

    /// Replaces the hash of the same password by one of other parameters, if `former` is still the one on record.
    func rehashPassword(of id: String, from former: String, to hash: String) async throws

    /// - Parameters:
    ///   - name: nil: stays.
    ///   - role: nil: stays.
    /// - Returns: the person as they are now.
    /// - Throws: `AccountError` of kind `noPerson`, or `lastAdmin` when nobody of several people would be an admin.
    func change(_ id: String, name: String?, role: Role?) async throws -> Person

    /// Removes a person with their sessions, tokens and links; their documents stay.
    ///
    /// - Parameter time: at which sessions and tokens count that are in force.
    /// - Returns: the person as they were, and how many sessions and tokens that were in force ended with them.
    /// - Throws: `AccountError` of kind `noPerson`, or `lastAdmin` when no admin would be left among others.
    func remove(_ id: String, at time: Timestamp) async throws -> PersonRemoval
}

/// What went with a person.
public struct PersonRemoval: Sendable, Hashable {
    public let person: Person
    public let sessions: Int
    public let tokens: Int

    public init(person: Person, sessions: Int, tokens: Int) {
        self.person = person
        self.sessions = sessions
        self.tokens = tokens
    }
}
