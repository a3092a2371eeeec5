package import Pipelines
package import Platform

/// The folders that a workspace's service writes to.
package enum ServicePaths {
    /// Folders outside the workspace's own: of the database, the objects, and watches. Absolute, each once.
    ///
    /// Pipelines that have errors are left out: the service would not take them either.
    package static func outside(of root: Path, _ definition: WorkspaceDefinition, pipelines: [Pipeline]) -> [Path] {
        var paths = [definition.database.file?.folder, definition.storage.folder].compactMap(\.self)
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
