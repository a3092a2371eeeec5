internal import Glibc

/// A fresh folder for its owner alone, below `TMPDIR` or /tmp; removed with all it holds when the last reference goes.
public final class TemporaryFolder: Sendable {
    /// Absolute, without symbolic links.
    public let path: Path
    /// The same, opened.
    public let folder: Folder

    /// - Throws: `SystemError`
    public init() throws(SystemError) {
        path = try Files.resolve(Self.make())
        folder = try Folder(opening: path)
    }

    deinit {
        // Nobody can be told when something stays; the system cleans that folder up.
        if let parent = try? Folder(opening: path.folder) { parent.removeTree(path.name) }
    }

    /// Makes one that stays.
    ///
    /// - Parameters:
    ///   - prefix: what its name begins with.
    ///   - fallback: the folder for it where none can be made in `TMPDIR` or /tmp, as on a machine whose disks are all mounted
    ///     for reading only.
    /// - Throws: `SystemError`, of the first place.
    public static func make(prefix: String = "compass", orIn fallback: Path? = nil) throws(SystemError) -> Path {
        let usual = getenv("TMPDIR").map { Path(cString: $0) } ?? "/tmp"
        var failure: SystemError?
        for parent in [usual, fallback].compactMap(\.self) {
            var template = parent.appending(Path("\(prefix)-XXXXXX")).bytes.map(CChar.init(bitPattern:)) + [0]
            let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
            if let made { return Path(cString: made) }
            failure = failure ?? SystemError("create a folder in", on: parent.description)
        }
        throw failure ?? SystemError("create a folder in", on: usual.description, code: ENOENT)
    }
}
