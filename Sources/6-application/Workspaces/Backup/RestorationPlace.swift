internal import Diagnostics
internal import Glibc
internal import Platform
internal import Representations

/// The folder that a backup is restored into, and the hidden folder in it where all is made first.
final class RestorationPlace {
    /// The hidden folder, where the workspace is made.
    let path: Path
    let folder: Folder
    private let target: Folder
    private let isNew: Bool
    private let targetPath: Path

    private static let name: Path = ".compass-restoring"
    private static let state: Path = ".compass"

    /// - Throws: `Problem` when the folder is not empty; `SystemError`.
    init(_ target: Path) throws {
        isNew = !Files.exists(target)
        if isNew {
            try Files.createFolders(target.folder)
            // The folder itself too is its owner's alone, as all that is restored into it.
            try Files.createFolders(target, mode: 0o700)
        }
        targetPath = target
        self.target = try Folder(opening: target)
        let names = try self.target.names()
        if names.contains(Self.name) {
            throw Problem.refused(
                "A backup is being restored into \(Self.shown(target)), or was and did not end. Remove what is in it, "
                    + "`.compass-restoring` too, or choose another folder.")
        }
        if !names.isEmpty {
            throw Problem.invalidRequest(
                "\(Self.shown(target)) is not empty, and a backup is restored into a new folder alone")
        }
        guard try self.target.createFolder(Self.name, mode: 0o700) else {
            throw SystemError("create folder", on: target.appending(Self.name).description, code: EEXIST)
        }
        folder = try self.target.folder(Self.name)
        path = target == "." ? Self.name : target.appending(Self.name)
    }

    private static func shown(_ path: Path) -> String { path == "." ? "this folder" : path.description }

    /// Writes a file below the hidden folder, for its owner alone. On disk on return, but for the folders' entries.
    func write(_ content: BackupReader.Content, to path: Path, in folder: Folder? = nil) throws {
        let parent = try folder ?? self.folder.makeFolder(path.folder, mode: 0o700)
        try content.write(to: path.name, in: parent)
        try parent.synchronize()
    }

    /// Gives all of it its name: the state last, which makes a workspace of the rest. On disk on return.
    func publish() throws {
        let names = try folder.names()
        let ordered = names.filter { $0 != Self.state } + names.filter { $0 == Self.state }
        try folder.synchronize()
        for name in ordered {
            if name == Self.state { try target.synchronize() }
            try folder.publish(name, as: name, in: target)
        }
        try target.removeFolder(Self.name)
        try target.synchronize()
    }

    /// Removes what was made, the folder too if it was not there.
    func remove() {
        target.removeTree(Self.name)
        guard isNew, let parent = try? Folder(opening: targetPath.folder) else { return }
        _ = try? parent.removeFolder(targetPath.name)
    }
}
