internal import Glibc
internal import Platform
internal import Programs

/// A copy of a plugin's folder, which no editor touches, as long as runs may need it.
final class PluginCopy: Sendable {
    let plugin: Plugin
    private let folder: ScratchFolder

    /// Larger folders, such as those with the libraries of a package manager, are not copied.
    private static let maxBytes: Int64 = 64 << 20
    private static let maxEntries = 4_096

    /// - Returns: nil when it cannot be copied: it is run where it lies then.
    init?(of plugin: Plugin, in scratch: ProgramScratch) {
        do {
            folder = try scratch.folder()
            var room = (bytes: Self.maxBytes, entries: Self.maxEntries)
            let target = folder.path.appending(plugin.folder.name)
            try Self.copy(Folder(opening: plugin.folder), to: target, &room)
            self.plugin = plugin.moved(to: target)
            if PluginCatalog.missingProgram(plugin.manifest, in: target) != nil { return nil }
        } catch {
            return nil
        }
    }

    private struct TooLarge: Error {}

    private static func copy(
        _ source: Folder, to path: Path, _ room: inout (bytes: Int64, entries: Int)
    ) throws {
        try Files.createFolders(path, mode: 0o700)
        let target = try Folder(opening: path)
        for name in try source.names() {
            // What a compiler, a version control or an interpreter keeps for itself.
            if name.bytes.first == UInt8(ascii: ".") || name == "__pycache__" { continue }
            guard let status = try source.status(of: name) else { continue }
            room.entries -= 1
            room.bytes -= status.size
            if room.entries < 0 || room.bytes < 0 { throw TooLarge() }
            switch status.kind {
            case .folder: try copy(source.folder(name), to: path.appending(name), &room)
            case .regular:
                let file = try source.open(name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
                let copy = try target.open(
                    name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: status.mode & 0o700 | 0o600)
                _ = try file.copy(to: copy, count: status.size)
            case .symbolicLink:
                let link = try Files.resolve(pathOf(source, name))
                try systemCall("link", on: name.description) {
                    link.withCString { target in path.appending(name).withCString { symlink(target, $0) } }
                }
            default: continue
            }
        }
    }

    private static func pathOf(_ folder: Folder, _ name: Path) -> Path {
        Path("/proc/self/fd/\(folder.descriptor.number)").appending(name)
    }
}
