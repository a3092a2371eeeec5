internal import Glibc

/// A hidden folder beside a place, private to the process that makes it: what is to appear there whole is written into it
/// first, on the same disk. What processes that died have left is removed by the next one that makes one of that kind there.
///
/// Calls block.
public final class PassingFolder: Sendable {
    /// Relative where the place is.
    public let path: Path
    /// The same, opened.
    public let folder: Folder
    /// The folder that it and the place lie in.
    public let parent: Folder
    /// Its name in that folder.
    public let name: Path

    /// - Parameters:
    ///   - target: the place.
    ///   - suffix: what the names of all of a kind end with, such as `.backup-part`.
    /// - Throws: `SystemError`
    public init(beside target: Path, suffix: String) throws(SystemError) {
        parent = try Folder(opening: target.folder)
        Self.removeLeft(in: parent, suffix: suffix)
        name = Path(bytes: Array(".".utf8) + target.name.bytes.prefix(150) + Array(".\(getpid())\(suffix)".utf8))
        path = target.folder == "." ? name : target.folder.appending(name)
        do throws(SystemError) {
            guard try parent.createFolder(name, mode: 0o700) else { throw SystemError("create folder", code: EEXIST) }
            folder = try parent.folder(name)
        } catch {
            throw SystemError("create folder", on: path.description, code: error.code)
        }
        // The lock says that somebody is at work here; a file system without locks refuses nobody.
        _ = flock(folder.descriptor.number, LOCK_EX | LOCK_NB)
    }

    /// Removes it with all that is left in it.
    public func remove() { parent.removeTree(name) }

    /// Whether a path leads through a folder of a kind.
    public static func holds(_ path: Path, suffix: String) -> Bool {
        path.bytes.split(separator: UInt8(ascii: "/")).dropLast().contains { isOne($0, suffix) }
    }

    /// Removes what processes that died have left of a kind. What cannot be removed stays for the next time.
    public static func removeLeft(in parent: Folder, suffix: String) {
        for name in (try? parent.names()) ?? [] where isOne(name.bytes[...], suffix) {
            guard let left = try? parent.folder(name), flock(left.descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
                continue
            }
            parent.removeTree(name)
        }
    }

    private static func isOne(_ name: ArraySlice<UInt8>, _ suffix: String) -> Bool {
        name.first == UInt8(ascii: ".") && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
}
