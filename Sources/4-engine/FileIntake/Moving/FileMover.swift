internal import Glibc
public import Pipelines
public import Platform

/// Moves and deletes files that were looked at, and only those: what has come in their place stays. Nothing is ever
/// overwritten, and everything is on disk on return. Calls block.
///
/// A move or deletion that a crash has cut short is finished by asking for it again with the same arguments.
public struct FileMover: Sendable {
    private let root: Path
    private let base: TrustedFolder

    /// - Parameters:
    ///   - root: the workspace's folder, absolute.
    ///   - base: the folder that files, and the folders that they lie in, are reached from.
    public init(root: Path, base: TrustedFolder = .root) {
        self.root = root
        self.base = base
    }

    /// The folder that an action of a watch names: absolute, without symbolic links at the time of the call, so that later
    /// calls refuse those that somebody puts in its way. It need not exist.
    ///
    /// - Parameters:
    ///   - text: absolute, or relative to `watched`.
    ///   - watched: the folder that matches the watch's path; relative to `root`, or absolute.
    /// - Throws: `outside` for a relative one that leaves the workspace (or, when that does not hold the watched folder, the
    ///   watched folder); `closed` for the workspace's private folders; `system`.
    public func folder(_ text: String, of watched: Path) throws(FileMoveError) -> Path {
        let folder = Path(text)
        let realRoot = try attempt { () throws(SystemError) in try Self.resolve(root) }
        let wanted: Path
        if folder.isAbsolute {
            wanted = try absolute(folder.normalised, realRoot)
        } else {
            let realWatched = try attempt { () throws(SystemError) in try base.resolved(root.appending(watched)) }
            wanted = realWatched.appending(folder).normalised
            let limit = realWatched.rest(below: realRoot) == nil ? realWatched : realRoot
            if wanted.rest(below: limit) == nil { throw .outside(folder: folder, root: limit) }
        }
        if let place = PrivateFolders.touched(by: wanted, in: realRoot) { throw .closed(folder: folder, place) }
        return wanted
    }

    /// Below the workspace only its own folder is trusted to be what its name says.
    private func absolute(_ folder: Path, _ realRoot: Path) throws(FileMoveError) -> Path {
        for root in [root, realRoot] {
            guard let rest = folder.rest(below: root.normalised) else { continue }
            return rest == "." ? realRoot : realRoot.appending(rest)
        }
        return try attempt { () throws(SystemError) in try Self.resolve(folder) }
    }

    /// A free name in a folder, which is made when it is not there: `clip.mp4`, else `clip-2.mp4` and so on. The name of its
    /// reason file is free as well.
    ///
    /// - Parameter folder: of `folder(_:of:)`.
    public func target(for path: Path, in folder: Path) throws(FileMoveError) -> Path {
        do throws(SystemError) {
            let opened = try TrustedFolder.root.makeFolder(folder)
            func isFree(_ number: Int) throws(SystemError) -> Bool {
                let name = FileName.numbered(path.name, number)
                if try opened.status(of: name) != nil { return false }
                return try opened.status(of: ReasonFile.name(for: name)) == nil
            }
            // Doubling and halving: a camera may give ten thousand files the same name.
            var free = 1
            while try !isFree(free) { free *= 2 }
            var taken = free / 2
            while free - taken > 1 {
                let middle = (taken + free) / 2
                if try isFree(middle) { free = middle } else { taken = middle }
            }
            return folder.appending(FileName.numbered(path.name, free))
        } catch {
            throw .system(error)
        }
    }

    /// Moves a file, across disks as well. Done without error when it was done before.
    ///
    /// - Parameters:
    ///   - path: where it is; absolute.
    ///   - expected: as it was when it was looked at; its path does not matter.
    ///   - target: of `target(for:in:)`.
    public func move(_ path: Path, expecting expected: SourceIdentity, to target: Path) throws(FileMoveError) {
        try FileMove(path: path, expected: expected, target: target, base: base).perform()
    }

    /// Removes a file. Done without error when it is gone.
    ///
    /// - Parameters:
    ///   - path: where it is; absolute.
    ///   - expected: as it was when it was looked at; its path does not matter.
    /// - Returns: how many other names the file has; nil when it was neither there, nor left behind by a deletion that was cut
    ///   short.
    @discardableResult
    public func delete(_ path: Path, expecting expected: SourceIdentity) throws(FileMoveError) -> UInt64? {
        let folder = try attempt { () throws(SystemError) in try base.folderIfThere(path.folder) }
        guard let folder else { return nil }
        return try FileRemoval(path: path, folder: folder, expected: expected).perform()
    }

    /// The path without symbolic links, also of a folder that is not there: what stands above it is resolved.
    private static func resolve(_ path: Path) throws(SystemError) -> Path {
        do {
            return try Files.resolve(path)
        } catch {
            guard error.code == ENOENT, path.folder != path else { throw error }
            return try resolve(path.folder).appending(path.name)
        }
    }
}

/// Why a file was not moved or deleted. It is where it was, unless the case says otherwise.
public enum FileMoveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What lies there is another file by now, or has other contents.
    case changed(Path)
    /// It is neither there nor at its target.
    case gone(Path)
    /// Another file has the target's name: choose another target.
    case taken(Path)
    /// The folder is outside of where the pipeline may put files.
    case outside(folder: Path, root: Path)
    /// The folder lies in, or holds, one of the workspace that no pipeline may put anything into.
    case closed(folder: Path, Path)
    /// Another file had taken its place in the very moment, is at `target` now, and its name is taken again.
    case displaced(Path, target: Path)
    /// Worth another try once the cause is gone: a full disk, missing rights.
    case system(SystemError)

    public var description: String {
        switch self {
        case .changed(let path): "\(path) is another file by now, or was written; it stays as it is."
        case .gone(let path): "\(path) is not there any more."
        case .taken(let path): "\(path) is taken by another file."
        case .outside(let folder, let root):
            "\(folder) is outside of \(root); name a folder inside of it, or write the absolute path of another one."
        case .closed(let folder, let place):
            "\(folder) leads to \(place) of the workspace, which is closed to pipelines; name another folder."
        case .displaced(let path, let target):
            "Another file that had taken the name \(path) was moved to \(target), and could not be put back; look at both."
        case .system(let error): "\(error)"
        }
    }
}
