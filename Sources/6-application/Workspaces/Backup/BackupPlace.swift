internal import Diagnostics
internal import Glibc
internal import Platform
internal import Representations

/// Where a backup is made, beside the place that it gets in the end.
struct BackupPlace {
    private let target: Path
    private let replacing: Bool
    /// How many versions the backup has that is replaced; nil: none is, or it may be by any.
    private let former: Int64?
    private let passing: PassingFolder

    static let suffix = ".backup-part"
    static let archive: Path = "archive"
    /// Of names of compressed files.
    private static let compressed = ["gz", "tgz", "bz2", "xz", "zst", "zip", "7z"]

    /// - Throws: `Problem` when something has the backup's name and may not be replaced, or the name promises another form;
    ///   `SystemError`.
    init(for target: Path, replacing: Bool, byFewer: Bool = false) throws {
        let name = target.name.text
        if let ending = Self.compressed.first(where: { name.lowercased().hasSuffix(".\($0)") }) {
            throw Problem.invalidRequest(
                "\(target) is the name of a compressed file, and a backup is a plain tar archive; call it "
                    + "\(Printable.short(String(name.dropLast(ending.count + 1))))\(name.contains(".tar.") ? "" : ".tar"), and "
                    + "compress it afterwards")
        }
        self.target = target
        self.replacing = replacing
        if let status = try? FileStatus.of(target, followingLinks: false) {
            guard status.kind == .regular else {
                throw Problem.invalidRequest("\(target) is not a file, so it is not replaced")
            }
            if !replacing { throw Self.taken(target) }
            former = try byFewer ? nil : BackupHead(of: target)?.versions
        } else {
            former = nil
        }
        passing = try PassingFolder(beside: target, suffix: Self.suffix)
    }

    /// For what is written on the way.
    var path: Path { passing.path }
    var folder: Folder { passing.folder }

    /// - Throws: `Problem` when the backup that is replaced has more than twice as many versions: what it has may be what is lost.
    func requireNotSmaller(_ versions: Int) throws(Problem) {
        guard let former, Int64(versions) * 2 < former else { return }
        throw Problem.refused(
            "\(target) has \(HumanFormat.count(Int(clamping: former), "version")), and the workspace only \(versions) now: it was not "
                + "replaced, as documents may have been lost.", advice: [.replaceLarger])
    }

    /// Gives the archive its name. On disk on return.
    ///
    /// - Throws: `Problem` when somebody else has taken it meanwhile; `SystemError`.
    func publish() throws {
        do throws(SystemError) {
            if replacing {
                let beside = Path(bytes: passing.name.bytes + Array(".archive".utf8))
                try folder.publish(Self.archive, as: beside, in: passing.parent)
                try passing.parent.replace(target.name, by: beside)
            } else {
                try folder.publish(Self.archive, as: target.name, in: passing.parent)
            }
            try passing.parent.synchronize()
        } catch {
            if error.code == EEXIST { throw Self.taken(target) }
            throw SystemError("write", on: target.description, code: error.code)
        }
    }

    /// Removes what was written on the way.
    func remove() { passing.remove() }

    /// Whether a path leads into a folder in which a backup is made.
    static func holds(_ path: Path) -> Bool { PassingFolder.holds(path, suffix: suffix) }

    private static func taken(_ target: Path) -> Problem {
        Problem.invalidRequest("\(target) exists", advice: [.replaceFile])
    }
}
