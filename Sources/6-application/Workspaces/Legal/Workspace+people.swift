internal import Accounts
internal import Documents

extension Workspace {
    /// The ids of everybody who has an account, sorted; of a workspace without accounts that of its owner.
    ///
    /// - Throws: the store's errors.
    package func peopleOfAccounts() async throws -> [String] {
        var people: [String] = []
        var cursor: String?
        repeat {
            let page = try await stores.accounts.people(limit: 1_000, after: cursor)
            people += page.items.map(\.id)
            cursor = page.next
        } while cursor != nil
        return people.isEmpty ? [owner] : people
    }
}
