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

    /// Writes all files, or none where one of them, or the folder that is to be new, is there. On disk on return.
    ///
    /// - Throws: `Problem`, `SystemError`
    func write() throws {
        if let taken = files.map(\.path).first(where: Files.exists) {
            throw Problem.invalidRequest("\(taken) is there already, and nothing was written")
        }
        for file in files {
            try Files.createFolders(file.path.folder)
            let folder = try Folder(opening: file.path.folder)
            // Whoever was quicker keeps what he wrote.
            let descriptor = try folder.open(
                file.path.name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: file.isExecutable ? 0o777 : 0o666
            )
            try descriptor.write(file.content)
            try descriptor.synchronize()
            try folder.synchronize()
        }
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
