package import Accounts
internal import Diagnostics
internal import Documents
internal import Glibc
internal import Pipelines
package import Platform
package import Representations

/// Reads files of people: comma-separated values (`CSVTable`) with the columns `id` and `name`, and perhaps `role`. Where the
/// role is empty or there is no such column, they are owners.
package enum PeopleFile {
    /// The people of a file, without passwords, and what may be wrong with them, if anything. Of a pipe, waits for its end. Blocks.
    ///
    /// - Parameter time: when they are added.
    /// - Throws: `InvalidFiles` when anything in it is wrong; `Problem` when it is too large; `SystemError`;
    ///   `CancellationError`.
    package static func read(
        _ path: Path, at time: Timestamp = .now()
    ) throws -> (people: [Person], warnings: InvalidFiles?) {
        let bytes: [UInt8]
        do {
            bytes = try Files.readNamed(path, limit: CSVTable.limit)
        } catch let error as SystemError where error.code == EFBIG {
            throw Problem.invalidRequest(
                "\(path) is larger than \(CSVTable.limit) bytes, which is the most that a file of people may have")
        }
        let (people, issues) = load(bytes, file: path.description, at: time)
        let found = InvalidFiles(issues: issues, sources: [path.description: DocumentText.shown(bytes)])
        if issues.hasErrors { throw found }
        return (people, issues.isEmpty ? nil : found)
    }

    /// - Parameter file: what messages call it.
    /// - Returns: the people, in the order of the file, none when there are errors; and all issues.
    static func load(_ bytes: [UInt8], file: String, at time: Timestamp) -> (people: [Person], issues: IssueList) {
        let (people, issues) = CSVTable.load(
            bytes, file: file, of: "people", columns: ["id", "name"], optional: ["role"], same: Workspace.folded
        ) { fields throws(CSVTable.Mistake) in
            let word = fields["role"] ?? ""
            guard let role = word.isEmpty ? Role.owner : Role(rawValue: word.lowercased()) else {
                let roles = Role.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or ")
                throw CSVTable.Mistake("invalid-person", "the role must be \(roles), and is `\(Printable.short(word))`")
            }
            do throws(AccountError) {
                return try Person(
                    id: fields["id"] ?? "", name: fields["name"] ?? "", role: role, createdAt: time, hasPassword: false)
            } catch {
                throw CSVTable.Mistake(error.kind.rawValue, error.message)
            }
        }
        return (people, issues)
    }
}

extension People {
    /// Adds people without passwords, all or none. Whoever is there already, also in another case, stays as they are.
    ///
    /// - Returns: who was added, and the ids of those who were there.
    /// - Throws: `Problem` when nobody would be an admin; the database's errors.
    package func add(
        _ people: [Person], by actor: Actor
    ) async throws -> (added: [Person], known: [String]) {
        try actor.requireAdmin(to: "add people")
        let there = try await workspace.foldedPeople()
        let new = people.filter { there[Workspace.folded($0.id)] == nil }
        if new.isEmpty { return ([], known(of: people, besides: [], there)) }
        let admins = new.filter { $0.role == .admin }.map(\.id)
        if there.isEmpty, admins.isEmpty {
            throw Problem.refused(
                "Nobody has an account yet, and nobody in the file is an admin, who could look after the accounts. Give "
                    + "one of them the role `admin`, or add yourself first.")
        }
        let detail = "from a file" + (admins.isEmpty ? "" : ", the admins being " + admins.joined(separator: ", "))
        let added = try await workspace.audited(
            actor, "people.add", new.map { AuditEntry.Subject.person($0.id) }, detail: detail,
            outcome: { $0.contains($1.id) ? .succeeded : .refused }
        ) {
            Set(try await workspace.accounts.add(new).map(\.id))
        }
        return (new.filter { added.contains($0.id) }, known(of: people, besides: added, there))
    }

    private func known(of people: [Person], besides added: Set<String>, _ there: [String: String]) -> [String] {
        people.map(\.id).filter { !added.contains($0) }.map { there[Workspace.folded($0)] ?? $0 }
    }
}
