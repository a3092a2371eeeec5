internal import Documents
internal import SQL

/// The ids of one kind, through any connection. Each has an index, by whose order they are sought.
struct IdentifierTable {
    let connection: any SQLConnection
    let kind: IdentifierKind

    /// So many characters of an id are shown at least.
    private static let shortest = 8

    private static func column(_ kind: IdentifierKind) -> (name: String, table: String) {
        switch kind {
        case .version: ("id", "versions")
        case .run: ("id", "runs")
        case .batch: ("id", "batches")
        case .entry: ("id", "quarantine")
        case .upload: ("id", "uploads")
        case .link: ("id", "links")
        case .notification: ("id", "notifications")
        case .token: ("id", "tokens")
        case .session: ("id", "sessions")
        case .subject: ("subject", "audit")
        }
    }

    static func first(_ kind: IdentifierKind) -> String {
        let (name, table) = column(kind)
        return "SELECT min(\(name)) FROM \(table) WHERE \(name) >= ?"
    }

    static func next(_ kind: IdentifierKind) -> String {
        let (name, table) = column(kind)
        return "SELECT min(\(name)) FROM \(table) WHERE \(name) > ?"
    }

    static func former(_ kind: IdentifierKind) -> String {
        let (name, table) = column(kind)
        return "SELECT max(\(name)) FROM \(table) WHERE \(name) < ?"
    }

    /// See `IdentifierLookup.identifiers`.
    func identifiers(beginningWith text: String, limit: Int) throws -> [String] {
        var found: [String] = []
        var candidate = try seek(Self.first(kind), text)
        while let id = candidate, id.utf8.starts(with: text.utf8), found.count < limit {
            found.append(id)
            candidate = try seek(Self.next(kind), id)
        }
        return found
    }

    /// See `IdentifierLookup.distinctPrefixes`.
    func distinctPrefix(of id: String) throws -> String {
        let neighbours = [try seek(Self.former(kind), id), try seek(Self.next(kind), id)].compactMap { $0 }
        let common = neighbours.map { zip($0.utf8, id.utf8).prefix { $0 == $1 }.count }.max() ?? 0
        return String(id.prefix(max(Self.shortest, common + 1)))
    }

    private func seek(_ sql: String, _ text: String) throws -> String? {
        try connection.first(sql, [text]) { try $0.textOrNil(0) } ?? nil
    }
}
