internal import Diagnostics
internal import Glibc
internal import Platform
internal import Representations

/// A hidden folder beside a backup, private to the process that makes it: what is written on the way lies there, on the same
/// disk. What processes that died have left is removed by the next one.
final class BackupPlace {
    let target: Path
    /// The hidden folder.
    let path: Path
    let folder: Folder
    private let parent: Folder
    private let name: Path
    private let replacing: Bool

    private static let suffix = ".backup-part"
    static let archive: Path = "archive"

    /// - Throws: `Problem` when something has the backup's name and may not be replaced; `SystemError`.
    init(for target: Path, replacing: Bool) throws {
        self.target = target
        self.replacing = replacing
        if let status = try? FileStatus.of(target, followingLinks: false) {
            guard status.kind == .regular else {
                throw Problem.invalidRequest("\(target) is not a file, so it is not replaced")
            }
            if !replacing { throw Self.taken(target) }
        }
        parent = try Folder(opening: target.folder)
        Self.sweep(parent)
        name = Path(bytes: Array(".".utf8) + target.name.bytes.prefix(150) + Array(".\(getpid())\(Self.suffix)".utf8))
        guard try parent.createFolder(name, mode: 0o700) else {
            throw SystemError("create folder", on: target.folder.appending(name).description, code: EEXIST)
        }
        folder = try parent.folder(name)
        path = target.folder == "." ? name : target.folder.appending(name)
        // The lock says that somebody is at work here; a file system without locks refuses nobody.
        _ = flock(folder.descriptor.number, LOCK_EX | LOCK_NB)
    }

    /// Gives the archive its name. On disk on return.
    ///
    /// - Throws: `Problem` when somebody else has taken it meanwhile; `SystemError`.
    func publish() throws {
        do throws(SystemError) {
            if replacing {
                let beside = Path(bytes: name.bytes + Array(".archive".utf8))
                try folder.rename(Self.archive, to: beside, in: parent)
                try parent.replace(target.name, by: beside)
            } else {
                try folder.rename(Self.archive, to: target.name, in: parent)
            }
            try parent.synchronize()
        } catch {
            if error.code == EEXIST { throw Self.taken(target) }
            throw SystemError("write", on: target.description, code: error.code)
        }
    }

    /// Removes the hidden folder and all that lies in it.
    func remove() { Self.remove(name, in: parent) }

    /// Whether a path leads into a folder in which a backup is made.
    static func holds(_ path: Path) -> Bool {
        path.bytes.split(separator: UInt8(ascii: "/")).dropLast().contains { Array($0).hasSuffix(suffix) }
    }

    private static func taken(_ target: Path) -> Problem {
        Problem.invalidRequest("\(target) exists", advice: [.replaceFile])
    }

    /// What cannot be removed stays for the next one: it takes room, and no more.
    private static func sweep(_ parent: Folder) {
        guard let names = try? parent.names() else { return }
        for name in names where name.bytes.first == UInt8(ascii: ".") && name.bytes.hasSuffix(suffix) {
            guard let left = try? parent.folder(name), flock(left.descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
                continue
            }
            remove(name, in: parent)
        }
    }

    private static func remove(_ name: Path, in parent: Folder) {
        guard let folder = try? parent.folder(name) else { return }
        for entry in (try? folder.names()) ?? [] { _ = try? folder.remove(entry) }
        _ = try? parent.removeFolder(name)
    }
}

extension [UInt8] {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
