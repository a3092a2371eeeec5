package import Pipelines
package import Platform
package import Representations

/// The folders that a workspace's service writes to.
package enum ServicePaths {
    /// Folders outside the workspace's own: of the database, the objects, the server's socket, and watches. Absolute, each once.
    /// What lies in /run is gone at the next start of the machine: the service manager makes a folder there.
    ///
    /// Pipelines that have errors are left out: the service would not take them either.
    package static func outside(of root: Path, _ definition: WorkspaceDefinition, pipelines: [Pipeline]) -> [Path] {
        var paths = [definition.database.file?.folder, definition.storage.folder].compactMap(\.self)
        if let socket = definition.server.socket, !isBelow(socket, "/run") { paths.append(socket.folder) }
        for watch in pipelines.flatMap(\.triggers.watches) {
            let folder = fixedFolder(watch.path)
            paths.append(folder)
            for action in [watch.onSuccess, watch.onRejected, watch.onFailure] {
                if case .move(let target) = action { paths.append(folder.appending(fixedFolder(target))) }
            }
        }
        var found: [Path] = []
        for path in paths {
            let absolute = normalised(root.appending(path))
            if !isBelow(absolute, root), !found.contains(absolute) { found.append(absolute) }
        }
        return found
    }

    /// Whether something has to be seen below a folder that `ProtectHome=` hides.
    package static func isInHome(_ path: Path) -> Bool {
        ["/home", "/root", "/run/user"].contains { isBelow(path, $0) }
    }

    /// Whether something lies where `PrivateTmp=` puts folders of the service's own.
    package static func isInTemporary(_ path: Path) -> Bool {
        ["/tmp", "/var/tmp"].contains { isBelow(path, $0) }
    }

    /// What keeps a user from starting a program, as far as rights for the owner and for everybody tell: the program itself,
    /// or a folder that leads to it, such as somebody's home. nil: nothing does, or a group's rights may do.
    ///
    /// - Parameters:
    ///   - program: absolute, without symbolic links.
    ///   - user: nil: one that nothing belongs to.
    package static func obstacle(to program: Path, for user: UInt32?) -> Path? {
        if user == 0 { return nil }
        var above: [Path] = [program]
        while let last = above.last, last.folder != last { above.append(last.folder) }
        return above.reversed().first { path in
            guard let status = try? FileStatus.of(path) else { return false }
            let wanted: UInt32 = status.owner == user ? 0o100 : 0o011
            return status.mode & wanted == 0
        }
    }

    /// What keeps a user from keeping the state of a workspace, as far as rights for the owner and for everybody tell: the folder
    /// `state`, which has to be that user's, or where there is none yet, the workspace. nil: nothing does, or a group's
    /// rights may do.
    package static func foreign(_ workspace: Path, state: Path, for user: UInt32) -> Path? {
        guard let status = try? FileStatus.of(workspace) else { return nil }
        if user == 0, status.owner != 0 { return workspace }
        if let kept = try? FileStatus.of(state) { return kept.owner == user ? nil : state }
        let rights: [UInt32] = status.owner == user ? [0o300] : [0o030, 0o003]
        return user == 0 || rights.contains { status.mode & $0 == $0 } ? nil : workspace
    }

    /// The part of a watch's path before its first capture or glob.
    static func fixedFolder(_ pattern: String) -> Path {
        // What is no pattern is refused by lint; its text is then as good as anything.
        (try? PathPattern(pattern))?.base ?? Path(pattern)
    }

    static func isBelow(_ path: Path, _ folder: Path) -> Bool {
        path == folder || path.bytes.starts(with: folder.bytes + (folder == "/" ? [] : [UInt8(ascii: "/")]))
    }

    /// Without "." and "..", as text alone tells: the folder need not be there yet.
    static func normalised(_ path: Path) -> Path {
        var parts: [ArraySlice<UInt8>] = []
        for part in path.bytes.split(separator: UInt8(ascii: "/")) {
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else if !part.elementsEqual(".".utf8) {
                parts.append(part)
            }
        }
        return Path(bytes: parts.flatMap { [UInt8(ascii: "/")] + $0 } + (parts.isEmpty ? [UInt8(ascii: "/")] : []))
    }
}

/// A path in a unit file of systemd, quoted so that spaces, quotes, backslashes and percent signs mean themselves.
package struct UnitPath: Hashable, Sendable {
    private let text: String

    /// - Throws: `Problem` for what a unit file cannot hold: a relative path, bytes that are not UTF-8, control
    ///   characters.
    package init(_ path: Path) throws(Problem) {
        guard path.isAbsolute, path.isText, !path.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw Problem.invalidRequest(
                "a unit file of systemd cannot name \(path)",
                details: ["It must be absolute, UTF-8 and without control characters; use a folder with another name."])
        }
        text = path.text
    }

    /// One word of a list or of a setting that takes quotes, see systemd.syntax(7). Specifiers begin with a percent sign.
    package var word: String { Self.quoted(text.replacing("%", with: "%%")) }

    /// One word of `ExecStart=`, where a dollar sign would begin a variable as well, see systemd.service(5).
    package var argument: String { Self.quoted(text.replacing("%", with: "%%").replacing("$", with: "$$")) }

    /// For a description.
    package var shown: String { text.replacing("%", with: "%%") }

    private static func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: "%"), UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "@"):
                true
            default: false
            }
        }
        if plain { return text }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
