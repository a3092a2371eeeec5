internal import Archives
internal import Glibc
internal import Platform
internal import Representations

/// How a backup is laid out: a tar archive, which every tool can open.
///
/// | entry | what it is |
/// |---|---|
/// | `backup.json` | always the first: which form this is, who made it and when |
/// | `definitions/…` | `compass.yaml`, the file of schools, `pipelines/`, `plugins/`, `schema/` |
/// | `objects/KEY` | the documents' bytes, each object once |
/// | `quarantine/…`, `uploads/…` | files that are held, and files that were sent and not run yet |
/// | `state/NAME` | logs of notifications |
/// | `database/compass.db` | the database, as one file |
/// | `SHA256SUMS` | always the last: a line for each entry before it, as sha256sum(1) reads it |
enum BackupFormat {
    static let version: Int64 = 1
    static let head: Path = "backup.json"
    static let definitions: Path = "definitions"
    static let objects: Path = "objects"
    static let quarantine: Path = "quarantine"
    static let uploads: Path = "uploads"
    static let state: Path = "state"
    static let database: Path = "database/compass.db"
    static let checksums: Path = "SHA256SUMS"

    /// What of a workspace's folder is a definition, beside the file of schools that `compass.yaml` names.
    static let defined: [Path] = ["compass.yaml", "pipelines", "plugins", "schema"]
    /// Files of the state folder that are kept: logs of notifications.
    static let stateSuffix = ".ndjson"
    /// Larger ones are none.
    static let headLimit = 1 << 16

    /// What the first entry says.
    ///
    /// - Parameter versions: how many there are.
    static func headText(madeAt time: Timestamp, versions: Int) -> [UInt8] {
        let record: Record = [
            "compass-backup": .integer(version), "program": .string(Version.current),
            "made-at": .string(time.description), "versions": .integer(Int64(versions)),
        ]
        return Array((Value.record(record).json + "\n").utf8)
    }
}

/// What the first entry of a backup says.
struct BackupHead: Sendable {
    let program: String
    let madeAt: String
    /// How many versions it has; nil: it says nothing of that.
    let versions: Int64?

    /// Reads what a file says, and nothing else of it.
    ///
    /// - Returns: nil when it is no backup that this program reads.
    /// - Throws: `SystemError`, `ArchiveError` when it cannot be read.
    init?(of path: Path) throws {
        do {
            let archive = try ArchiveReader(FileDescriptor.open(path, flags: O_RDONLY | O_NOCTTY))
            guard let entry = try archive.next(), entry.path == BackupFormat.head, entry.size <= BackupFormat.headLimit
            else { return nil }
            var bytes: [UInt8] = []
            while true {
                let piece = try archive.read()
                if piece.isEmpty { break }
                bytes += piece
            }
            try self.init(bytes)
        } catch let error as ArchiveError where error.code == .damaged {
            return nil
        } catch is Problem {
            return nil
        }
    }

    /// - Throws: `Problem` when it is none that this program reads.
    init(_ bytes: [UInt8]) throws {
        guard let record = (try? Value(json: String(decoding: bytes, as: UTF8.self)))?.record,
            let version = record["compass-backup"]?.integer
        else { throw Problem.refused("This is no backup of a workspace: its first entry says nothing of one.") }
        program = Printable.short(record["program"]?.string ?? "?")
        madeAt = Printable.short(record["made-at"]?.string ?? "?")
        versions = record["versions"]?.integer
        guard version == BackupFormat.version else {
            throw Problem.refused(
                "This backup has the form \(version), and this program reads \(BackupFormat.version). It was made by "
                    + "compass \(program): use that version or a later one.")
        }
    }
}
