internal import Digests
internal import Glibc
internal import Platform

/// What tells whether a plugin's files are still the same, without reading them.
enum PluginRevision {
    /// Folders with more entries, such as those of a package manager, are looked at in part.
    private static let limit = 4_096

    /// Of the names, sizes and times of all that is in a folder.
    static func of(_ folder: Path) -> String {
        var text: [UInt8] = []
        var count = 0
        var folders = [folder]
        while let next = folders.popLast(), count < limit {
            guard let names = try? Files.list(next) else { continue }
            for name in names.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) where count < limit {
                let path = next.appending(name)
                guard let status = try? FileStatus.of(path, followingLinks: false) else { continue }
                count += 1
                // An interpreter, a compiler or a version control writes there by itself.
                if name == "__pycache__" || name.bytes.first == UInt8(ascii: ".") { continue }
                text += path.bytes
                text += " \(status.kind) \(status.mode) \(status.size) \(status.modified)\n".utf8
                if status.kind == .folder { folders.append(path) }
            }
        }
        return String(SHA256.hex(of: text).prefix(16))
    }
}
