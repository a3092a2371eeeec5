public import Accounts
public import Documents
public import Platform
internal import SQL

/// People and their passwords, through any connection.
struct PeopleTable {
    let connection: any SQLConnection

    /// Without the hash, which nothing that shows people needs.
    static let columns = "people.id, people.name, people.role, people.created_at, people.password IS NOT NULL"
    static let columnCount = 5

    static let otherAdmin = "SELECT 1 FROM people WHERE role = 'admin' AND id <> ? LIMIT 1"

    func add(_ person: Person, password: String?) throws {
        let added = try connection.execute(
            """
            INSERT INTO people (id, name, role, password, created_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """,
            [person.id, person.name, person.role.rawValue, password, person.createdAt.microseconds] as [any Bindable])
        if added == 0 { throw AccountError.personExists(person.id) }
    }

    func person(_ id: String) throws -> Person? {
        try connection.first("SELECT \(Self.columns) FROM people WHERE id = ?", [id]) { try Self.read($0, from: 0) }
    }

    /// - Throws: `AccountError` of kind `noPerson`.
    func require(_ id: String) throws -> Person {
        guard let person = try person(id) else { throw AccountError.noPerson(id) }
        return person
    }

    func isEmpty() throws -> Bool { try connection.first("SELECT 1 FROM people LIMIT 1") { _ in false } ?? true }

    func people(after id: String, limit: Int) throws -> [Person] {
        try connection.rows("SELECT \(Self.columns) FROM people WHERE id > ? ORDER BY id LIMIT ?", [id, limit]) {
            try Self.read($0, from: 0)
        }
    }

    /// - Throws: `AccountError` of kind `lastAdmin` when an admin goes or is one no more, and only others would be left.
    func requireAdmin(besides person: Person) throws {
        if person.role != .admin { return }
        if try connection.first(Self.otherAdmin, [person.id], { _ in true }) ?? false { return }
        let others = try connection.first("SELECT 1 FROM people WHERE id <> ? LIMIT 1", [person.id]) { _ in true }
        if others ?? false { throw AccountError.lastAdmin(person.id) }
    }

    static func read(_ row: borrowing Row, from column: Int) throws -> Person {
        Person(
            storedID: try row.text(column), name: try row.text(column + 1),
            role: try StoredWord.read(row.text(column + 2)),
            createdAt: Timestamp(microseconds: try row.integer(column + 3)), hasPassword: try row.boolean(column + 4))
    }
}

/// As `PeopleStore`.
extension SQLDatabase {
    public func add(_ person: Person, password: String?) async throws {
        try await write { try PeopleTable(connection: $0).add(person, password: password) }
    }

    public func add(_ people: [Person]) async throws -> [Person] {
        try await write { connection in
            let table = PeopleTable(connection: connection)
            return try people.filter { person in
                if try table.person(person.id) != nil { return false }
                try table.add(person, password: nil)
                return true
            }
        }
    }

    public func person(_ id: String) async throws -> Person? {
        try await read { try PeopleTable(connection: $0).person(id) }
    }

    public func passwordHash(of id: String) async throws -> String? {
        try await read { connection in
            try connection.first("SELECT password FROM people WHERE id = ?", [id]) { try $0.textOrNil(0) } ?? nil
        }
    }

    public func people(limit: Int, after cursor: String?) async throws -> Page<Person> {
        let limit = Self.clamp(limit)
        let start = try cursor.map { try ListCursor(text: $0, scope: "people").title } ?? ""
        return try await read { connection in
            let found = try PeopleTable(connection: connection).people(after: start, limit: limit + 1)
            let next = found.count > limit ? ListCursor(row: 0, title: found[limit - 1].id).text(scope: "people") : nil
            return Page(items: Array(found.prefix(limit)), next: next)
        }
    }

    public func hasPeople() async throws -> Bool {
        try await !read { try PeopleTable(connection: $0).isEmpty() }
    }

    public func setPassword(of id: String, to hash: String, keeping session: String?) async throws -> Int {
        try await write { connection in
            let changed = try connection.execute("UPDATE people SET password = ? WHERE id = ?", [hash, id])
            if changed == 0 { throw AccountError.noPerson(id) }
            return try SessionTable(connection: connection).end(of: id, except: session)
        }
    }

    public func rehashPassword(of id: String, from former: String, to hash: String) async throws {
        try await write { connection in
            try connection.execute(
                "UPDATE people SET password = ? WHERE id = ? AND password = ?", [hash, id, former])
        }
    }

    public func change(_ id: String, name: String?, role: Role?) async throws -> Person {
        try await write { connection in
            let table = PeopleTable(connection: connection)
            let person = try table.require(id)
            if let role, role != .admin { try table.requireAdmin(besides: person) }
            try connection.execute(
                "UPDATE people SET name = ?, role = ? WHERE id = ?",
                [name ?? person.name, (role ?? person.role).rawValue, id])
            return try table.require(id)
        }
    }

    public func remove(_ id: String, at time: Timestamp) async throws -> PersonRemoval {
        try await write { connection in
            let table = PeopleTable(connection: connection)
            let person = try table.require(id)
            try table.requireAdmin(besides: person)
            let tokens = try TokenTable(connection: connection).countValid(of: id, at: time)
            let sessions = try SessionTable(connection: connection).count(of: id, at: time)
            try connection.execute(SessionTable.linksOfPerson, [id])
            // Sessions and tokens go with it.
            try connection.execute("DELETE FROM people WHERE id = ?", [id])
            return PersonRemoval(person: person, sessions: sessions, tokens: tokens)
        }
    }
}
