internal import Glibc
public import Pipelines
public import Platform

/// Moves and deletes files that were looked at, and only those: what has come in their place stays. Nothing is ever
/// overwritten, and everything is on disk on return. Calls block.
///
/// A move or deletion that a crash has cut short is finished by asking for it again with the same arguments.
public struct FileMover: Sendable {
    private let root: Path

    /// - Parameter root: the workspace's folder, absolute.
    public init(root: Path) {
        self.root = root
    }

    /// The folder that an action of a watch names: absolute, without symbolic links at the time of the call, so that later
    /// calls refuse those that somebody puts in its way. It need not exist.
    ///
    /// - Parameters:
    ///   - text: absolute, or relative to `watched`.
    ///   - watched: the folder that matches the watch's path; relative to `root`, or absolute.
    /// - Throws: `outside` for a relative one that leaves the workspace (or, when that does not hold the watched folder, the
    ///   watched folder); `system`.
    public func folder(_ text: String, of watched: Path) throws(FileMoveError) -> Path {
        let folder = Path(text)
        let wanted: Path
        let limit: Path
        do {
            let realRoot = try RealFolder.resolve(root)
            if folder.isAbsolute {
                let wanted = Self.normalised(folder)
                // Below the workspace only its own folder is trusted to be what its name says.
                for root in [root, realRoot] {
                    guard let rest = Self.rest(of: wanted, below: Self.normalised(root)) else { continue }
                    return rest == "." ? realRoot : realRoot.appending(rest)
                }
                return try RealFolder.resolve(wanted)
            }
            let realWatched = try RealFolder.resolve(root.appending(watched))
            wanted = Self.normalised(realWatched.appending(folder))
            limit = Self.rest(of: realWatched, below: realRoot) == nil ? realWatched : realRoot
        } catch {
            throw .system(error)
        }
        guard Self.rest(of: wanted, below: limit) != nil else { throw .outside(folder: folder, root: limit) }
        return wanted
    }

    /// A free name in a folder, which is made when it is not there: `clip.mp4`, else `clip-2.mp4` and so on. The name of its
    /// reason file is free as well.
    ///
    /// - Parameter folder: of `folder(_:of:)`.
    public func target(for path: Path, in folder: Path) throws(FileMoveError) -> Path {
        do throws(SystemError) {
            let opened = try RealFolder.make(folder)
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
        try FileMove(path: path, expected: expected, target: target).perform()
    }

    /// Removes a file. Done without error when it is gone.
    ///
    /// - Parameters:
    ///   - path: where it is; absolute.
    ///   - expected: as it was when it was looked at; its path does not matter.
    /// - Returns: whether it was there, or left behind by a deletion that was cut short.
    @discardableResult
    public func delete(_ path: Path, expecting expected: SourceIdentity) throws(FileMoveError) -> Bool {
        let folder: FileDescriptor
        do {
            folder = try FileDescriptor.open(path.folder, flags: O_RDONLY | O_DIRECTORY)
        } catch {
            if error.code == ENOENT { return false }
            throw .system(error)
        }
        return try FileRemoval(path: path, folder: folder, expected: expected).perform()
    }

    /// Without `.`, `..` and empty segments, by the text alone.
    private static func normalised(_ path: Path) -> Path {
        var segments: [ArraySlice<UInt8>] = []
        for segment in path.bytes.split(separator: UInt8(ascii: "/")) where segment != Array(".".utf8)[...] {
            if segment == Array("..".utf8)[...] { _ = segments.popLast() } else { segments.append(segment) }
        }
        return Path(bytes: [UInt8(ascii: "/")] + segments.joined(separator: [UInt8(ascii: "/")]))
    }

    /// What leads from a folder to a path in it, "." for the folder itself; nil: it lies elsewhere.
    private static func rest(of path: Path, below folder: Path) -> Path? {
        if path == folder { return "." }
        let start = folder.bytes + (folder.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")])
        return path.bytes.starts(with: start) ? Path(bytes: path.bytes.dropFirst(start.count)) : nil
    }
}
