internal import Documents
internal import Glibc
public import Platform

/// The secrets of a workspace. The first place that has one wins: the variable `COMPASS_SECRET_NAME`, the file `NAME` in
/// `$CREDENTIALS_DIRECTORY` (see systemd's credentials), the file `NAME` in `secrets/` of the workspace.
///
/// Each look reads the place anew, so that a rotated secret is seen. Reading blocks for a small file's time.
public struct Secrets: Sendable {
    /// A file that holds a secret and that others may read.
    public struct Exposure: Hashable, Sendable {
        public let path: Path
        /// Permission bits.
        public let mode: UInt32
    }

    /// No secret is longer, in bytes.
    public static let limit = 65_536

    private let folders: [Path]
    private let workspaceFolder: Path
    private let variable: @Sendable (String) -> String?

    /// - Parameters:
    ///   - workspace: the folder that has `secrets/`.
    ///   - variable: a variable of the process environment.
    public init(
        workspace: Path, variable: @escaping @Sendable (String) -> String? = Environment.processVariable
    ) {
        self.variable = variable
        workspaceFolder = workspace.appending("secrets")
        var folders = [workspaceFolder]
        if let credentials = variable("CREDENTIALS_DIRECTORY"), !credentials.isEmpty {
            folders.insert(Path(credentials), at: 0)
        }
        self.folders = folders
    }

    /// A secret's text without what editors add around it, a byte order mark and line breaks at its end; nil when no place has
    /// it. A name that is not `[A-Za-z0-9_]+` has no place, so that none can leave the folders.
    ///
    /// - Throws: `SystemError` when there is a file that cannot be read, or one of more than `limit` bytes.
    public func find(_ name: String) throws(SystemError) -> String? {
        guard Self.isName(name) else { return nil }
        if let value = variable("COMPASS_SECRET_\(name)") { return value }
        for folder in folders {
            do {
                return Self.text(try Files.read(folder.appending(Path(name)), limit: Self.limit))
            } catch {
                if error.code != ENOENT && error.code != ENOTDIR { throw error }
            }
        }
        return nil
    }

    /// What expressions see: nil as well when there is a file that cannot be read, so that the expression ends with advice
    /// where to put the secret; `find` tells more.
    public subscript(name: String) -> String? { try? find(name) }

    /// The files in `secrets/` that users other than their owner may read; a reason to warn.
    public func exposed() -> [Exposure] {
        guard let names = try? Files.list(workspaceFolder) else { return [] }
        return names.compactMap { name in
            let path = workspaceFolder.appending(name)
            guard Self.isName(name.text), let status = try? FileStatus.of(path), status.kind == .regular,
                status.mode & 0o077 != 0
            else { return nil }
            return Exposure(path: path, mode: status.mode)
        }
    }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200
            && name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// By its mark, as UTF-8 or as Windows-1252: what Windows writes into a file may be any of them.
    private static func text(_ bytes: [UInt8]) -> String {
        let text = DocumentText.decode(bytes, charset: nil) ?? String(decoding: bytes, as: UTF8.self)
        var scalars = Substring(text).unicodeScalars
        while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
        return String(scalars)
    }
}
