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

    /// Writes all files, or none where one of them, or the folder that is to be new, is there. On disk on return; what was
    /// written before one cannot be is removed again.
    ///
    /// - Parameter check: called when all is written; where it throws, all is removed again.
    /// - Throws: `Problem`; what `check` throws.
    func write(check: () throws -> Void = {}) throws {
        if let taken = files.map(\.path).first(where: Files.exists) {
            throw Problem.invalidRequest("\(taken) is there already, and nothing was written")
        }
        var written: [Path] = []
        var made: [Path] = []
        for file in files {
            do {
                made += Self.missing(file.path.folder)
                try Files.createFolders(file.path.folder)
                try Self.write(file) { written.append(file.path) }
            } catch {
                let isGone = Self.remove(written, made)
                throw Problem(
                    .failed,
                    "\(file.path) was not written, and "
                        + (isGone ? "so nothing is left there: " : "what was written before it is still there: ")
                        + "\(error)")
            }
        }
        do {
            try check()
        } catch {
            _ = Self.remove(written, made)
            throw error
        }
    }

    /// - Parameter isThere: called once the file is there, before it is whole.
    private static func write(_ file: File, isThere: () -> Void) throws(SystemError) {
        let folder = try Folder(opening: file.path.folder)
        // Whoever was quicker keeps what he wrote.
        let descriptor = try folder.open(
            file.path.name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: file.isExecutable ? 0o777 : 0o666)
        isThere()
        try descriptor.write(file.content)
        try descriptor.synchronize()
        try folder.synchronize()
    }

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
    private static func missing(_ folder: Path) -> [Path] {
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
