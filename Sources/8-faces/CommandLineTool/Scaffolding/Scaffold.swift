internal import Glibc
internal import Pipelines
internal import Platform
internal import Representations

/// Files that somebody begins with. None that is there is ever overwritten.
struct Scaffold: Sendable {
    /// One of them.
    struct File: Sendable {
        let path: Path
        let content: [UInt8]
        let isExecutable: Bool

        init(_ path: Path, _ text: String, isExecutable: Bool = false) {
            self.init(path, Array(text.utf8), isExecutable: isExecutable)
        }

        init(_ path: Path, _ content: [UInt8], isExecutable: Bool = false) {
            self.path = path
            self.content = content
            self.isExecutable = isExecutable
        }
    }

    let files: [File]
    /// Folders that are made if they are not there, for what comes later.
    var folders: [Path] = []
    /// Whether a call goes on with what one that was killed has left. The last of the files is the mark that all are there:
    /// before it is, others that are there as they would be written stay. Nobody else may write there meanwhile.
    var isResumable = false

    /// Writes all files, or none where one of them, or the folder that is to be new, is there. On disk on return; what was
    /// written before one cannot be is removed again.
    ///
    /// - Parameter check: called when all is written; where it throws, all is removed again.
    /// - Throws: `Problem`; what `check` throws.
    func write(check: () throws -> Void = {}) throws {
        let taken = files.filter { Files.exists($0.path) }
        let mark = isResumable ? taken.last { $0.path == files.last?.path } : nil
        if let foreign = mark ?? taken.first(where: { !isResumable || !Self.isWritten($0) }) {
            throw Problem.invalidRequest("\(foreign.path) is there already, and nothing was written")
        }
        var written: [Path] = []
        var made: [Path] = []
        // The one that is being written.
        var place = folders.first ?? ""
        do {
            for folder in folders {
                place = folder
                made += Self.missing(folder)
                try Files.createFolders(folder)
            }
            for file in files where !taken.contains(where: { $0.path == file.path }) {
                place = file.path
                made += Self.missing(file.path.folder)
                try Files.createFolders(file.path.folder)
                let write = isResumable ? Self.writeWhole : Self.write
                try write(file) { written.append(file.path) }
            }
        } catch {
            let isGone = Self.remove(written, made)
            throw Problem(
                .failed,
                "\(place) was not written, and "
                    + (isGone ? "so nothing is left there: " : "what was written before it is still there: ")
                    + "\(error)")
        }
        do {
            try check()
        } catch {
            _ = Self.remove(written, made)
            throw error
        }
    }

    /// Whether a file is there as it would be written.
    private static func isWritten(_ file: File) -> Bool {
        (try? Files.read(file.path, limit: file.content.count)) == file.content
    }

    /// - Parameter isThere: called once the file is there, which may be before it is whole.
    private static func write(_ file: File, isThere: () -> Void) throws(SystemError) {
        let folder = try Folder(opening: file.path.folder)
        // Whoever was quicker keeps what he wrote.
        let descriptor = try folder.open(
            file.path.name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode(of: file))
        isThere()
        try descriptor.write(file.content)
        try descriptor.synchronize()
        try folder.synchronize()
    }

    /// The same, so that the file is never there by halves. Nobody else may do so in the same folder.
    private static func writeWhole(_ file: File, isThere: () -> Void) throws(SystemError) {
        let folder = try Folder(opening: file.path.folder)
        // What a process that was killed has left under that name is written over by the one that goes on.
        let descriptor = try folder.open(
            unfinished, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: mode(of: file))
        do {
            try descriptor.write(file.content)
            try descriptor.synchronize()
            try folder.rename(unfinished, to: file.path.name)
        } catch {
            _ = try? folder.remove(unfinished)
            // A file system that has no such renames.
            if error.code != EINVAL { throw error }
            return try write(file, isThere: isThere)
        }
        isThere()
        try folder.synchronize()
        Failpoint.pass("scaffold.written")
    }

    private static let unfinished: Path = ".compass-unfinished"

    private static func mode(of file: File) -> UInt32 { file.isExecutable ? 0o777 : 0o666 }

    /// Takes back what was made.
    ///
    /// - Returns: whether nothing of it is left.
    private static func remove(_ files: [Path], _ folders: [Path]) -> Bool {
        var isGone = true
        for file in files.reversed() {
            do { try Files.remove(file) } catch { isGone = false }
        }
        for folder in folders.reversed() {
            let isRemoved = folder.withCString { rmdir($0) } == 0 || errno == ENOENT
            if !isRemoved { isGone = false }
        }
        return isGone
    }

    /// The folder and those above it that are not there, from the highest on.
    static func missing(_ folder: Path) -> [Path] {
        Files.exists(folder) ? [] : missing(folder.folder) + [folder]
    }

    /// - Throws: `Problem` when it cannot be the name of a pipeline or stage type.
    static func check(_ name: String) throws {
        if KebabName.allows(name) { return }
        let better = KebabName.nearest(to: name).map { "; `\($0)` would do" } ?? ""
        throw Problem.invalidRequest(
            "a name must be spelled `\(KebabName.pattern)`, and this is `\(Printable.short(name))`" + better)
    }

    /// As a Swift type is named: `min-words` is `MinWords`.
    static func typeName(_ name: String) -> String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
