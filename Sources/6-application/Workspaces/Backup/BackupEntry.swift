internal import Documents
internal import Platform
internal import Representations

/// What a file of a backup is, by its path. `BackupFormat` has the layout.
enum BackupEntry {
    /// Relative to the workspace.
    case definition(Path)
    case object(ObjectKey)
    /// Relative to the workspace.
    case kept(Path)
    case database

    /// - Parameter path: relative, without `.` and `..`.
    /// - Throws: `Problem` for what is in no backup.
    init(_ path: Path) throws(Problem) {
        if let rest = path.rest(below: BackupFormat.definitions), Self.isDefinition(rest) {
            self = .definition(rest)
        } else if let rest = path.rest(below: BackupFormat.objects) {
            guard let key = ObjectKey(rest.text) else {
                throw .refused("The backup holds an object with the name \(rest), which no object has.")
            }
            self = .object(key)
        } else if let rest = path.rest(below: BackupFormat.quarantine), rest.isDeep {
            self = .kept(Path(".compass/quarantine").appending(rest))
        } else if let rest = path.rest(below: BackupFormat.uploads), rest.isDeep {
            self = .kept(Path(".compass/uploads").appending(rest))
        } else if let name = path.rest(below: BackupFormat.state), !name.isDeep,
            name.text.hasSuffix(BackupFormat.stateSuffix)
        {
            self = .kept(Path(".compass").appending(name))
        } else if path == BackupFormat.database {
            self = .database
        } else {
            throw .misplaced(path)
        }
    }

    /// What the program keeps for itself, and secrets, are none.
    private static func isDefinition(_ path: Path) -> Bool {
        let first = path.bytes.prefix { $0 != UInt8(ascii: "/") }
        return first.first != UInt8(ascii: ".") && !first.elementsEqual("secrets".utf8)
    }
}

/// What the files of a backup are, one after the other: the definitions come before all that they say the place of, and there
/// is one database.
struct BackupOrder {
    private var isPastDefinitions = false
    private var hasDatabase = false

    /// - Throws: `Problem` for a file that no backup has there.
    mutating func next(_ path: Path) throws(Problem) -> BackupEntry {
        let entry = try BackupEntry(path)
        switch entry {
        case .definition:
            if isPastDefinitions { throw .misplaced(path) }
        case .database:
            if hasDatabase { throw .misplaced(path) }
            (isPastDefinitions, hasDatabase) = (true, true)
        case .object, .kept:
            isPastDefinitions = true
        }
        return entry
    }

    /// - Throws: `Problem` when something is missing at the end.
    func end() throws(Problem) {
        if !hasDatabase { throw .refused("The backup is damaged: it has no database.") }
    }
}

extension Problem {
    fileprivate static func misplaced(_ path: Path) -> Problem {
        .refused("The backup holds \(path), which is in no backup that compass has made.")
    }
}

extension Path {
    /// Whether it has a folder before its name.
    fileprivate var isDeep: Bool { bytes.contains(UInt8(ascii: "/")) }
}
