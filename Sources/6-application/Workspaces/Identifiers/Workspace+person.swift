internal import Accounts
internal import Documents
internal import Platform

/// Ids of people as people type them: a telephone begins them with a capital letter and adds a blank.
extension Workspace {
    /// The id of the person that is meant: that very one; where nobody has it, the only one that differs in case or in blanks
    /// around it.
    ///
    /// - Returns: nil: nobody's.
    /// - Throws: the database's errors.
    func meantPerson(_ text: String) async throws -> String? {
        let found = try await people(like: text)
        return found.contains(text) ? text : found.count == 1 ? found[0] : nil
    }

    /// The ids that people would take for the same. All there are are looked at each time, so that the time that it takes tells
    /// nobody which there are.
    ///
    /// - Throws: the database's errors.
    func people(like text: String) async throws -> [String] {
        let folded = Self.folded(text)
        var found: [String] = []
        var cursor: String?
        repeat {
            let page = try await accounts.people(limit: 1_000, after: cursor)
            found += page.items.lazy.map(\.id).filter { Self.folded($0) == folded }
            cursor = page.next
        } while cursor != nil
        return found
    }

    /// The ids of all people, by what is the same of those that people would take for the same.
    ///
    /// - Throws: the database's errors.
    func foldedPeople() async throws -> [String: String] {
        var found: [String: String] = [:]
        var cursor: String?
        repeat {
            let page = try await accounts.people(limit: 1_000, after: cursor)
            for person in page.items { found[Self.folded(person.id)] = person.id }
            cursor = page.next
        } while cursor != nil
        return found
    }

    /// The person that is meant, as far as who asks reaches them.
    ///
    /// - Returns: their id.
    /// - Throws: `AccountError` of kind `noPerson` when `actor` does not reach them, as if there were none; the database's errors.
    func meantPerson(_ text: String, reachedBy actor: Actor) async throws -> String {
        let id = try await meantPerson(text) ?? text
        switch actor.reach {
        case .everybody: return id
        case .own(let own): if own == id { return id }
        case .nobody: break
        }
        throw AccountError.noPerson(text)
    }

    /// Whether people take two ids for the same.
    package static func areAlike(_ one: String, _ other: String) -> Bool { folded(one) == folded(other) }

    /// What is the same of ids that people take for the same.
    static func folded(_ id: String) -> String { id.trimmed.lowercased() }
}
