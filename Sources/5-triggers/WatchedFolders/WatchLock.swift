internal import Glibc
internal import Pipelines
internal import Platform

/// That this process alone works on a watch: the lock of a byte, which the kernel frees when the process ends in whatever
/// way. Beside it the file tells which process that is, for people. The folder itself is claimed as well, since another
/// workspace, which has locks of its own, may watch it.
final class WatchLock: Sendable {
    private let locks: LockFile
    private let claim: FolderClaim?
    private let number: Int64

    private static let record = 16

    /// - Parameters:
    ///   - number: of the watch.
    ///   - root: the workspace's folder.
    /// - Throws: `WatchTakenError`; `SystemError` when the file cannot be made.
    init(_ number: Int64, _ rules: WatchRules) throws {
        let path = rules.root.appending(".compass/watches.lock")
        try PrivateFolder.prepare(path.folder)
        locks = try LockFile(path)
        self.number = number
        guard try locks.take(number) else {
            throw WatchTakenError(
                pipeline: rules.pipeline.name, path: rules.trigger.path, process: Self.holder(number, path))
        }
        do {
            claim = try Self.claim(rules)
        } catch {
            try locks.giveUp(number)
            throw error
        }
        Self.note(number, path)
    }

    /// nil where it is not there yet, or cannot be locked, as on some network file systems.
    private static func claim(_ rules: WatchRules) throws -> FolderClaim? {
        let workspace = try FileStatus.of(rules.root)
        // A folder has one device and inode by whatever path.
        let group = (workspace.device &* 0x9E37_79B9_7F4A_7C15 &+ workspace.inode) &* 0xD1B5_4A32_D192_ED03
        guard let claim = try? FolderClaim(rules.base, group: group >> 24) else { return nil }
        if let process = try? claim.rival() {
            throw WatchTakenError(
                pipeline: rules.pipeline.name, path: rules.trigger.path, process: process, isOfOtherWorkspace: true)
        }
        return claim
    }

    /// - Throws: `SystemError`
    func giveUp() throws(SystemError) { try locks.giveUp(number) }

    private static func note(_ number: Int64, _ path: Path) {
        var text = Array("\(getpid())".utf8)
        text += [UInt8](repeating: UInt8(ascii: " "), count: max(0, record - text.count))
        // Only for messages: without it they say less.
        guard let file = try? FileDescriptor.open(path, flags: O_WRONLY | O_NOFOLLOW) else { return }
        _ = text.withUnsafeBytes { pwrite(file.number, $0.baseAddress, record, off_t(number) * off_t(record)) }
    }

    private static func holder(_ number: Int64, _ path: Path) -> Int32? {
        guard let file = try? FileDescriptor.open(path, flags: O_RDONLY),
            let bytes = try? file.bytes(at: number * Int64(record), count: record)
        else { return nil }
        return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") && $0 != 0 }, as: UTF8.self))
    }
}

/// Another process, or another intake of this one, works on the same watched folder of the same pipeline.
public struct WatchTakenError: Error, Hashable, Sendable, CustomStringConvertible {
    public let pipeline: String
    /// As the pipeline writes it.
    public let path: String
    /// Of the process that has it; nil: not known.
    public let process: Int32?
    /// Whether that process works for another workspace, which takes the same files on its own account.
    public let isOfOtherWorkspace: Bool

    public init(pipeline: String, path: String, process: Int32?, isOfOtherWorkspace: Bool = false) {
        self.pipeline = pipeline
        self.path = path
        self.process = process
        self.isOfOtherWorkspace = isOfOtherWorkspace
    }

    public var description: String {
        if isOfOtherWorkspace {
            return
                "\(Printable.text(path)) of pipeline `\(pipeline)` is in a folder that another workspace watches already"
                + "\(process.map { " (process \($0))" } ?? ""), so that each file would be taken twice. End that one first, or "
                + "watch another folder."
        }
        return "\(Printable.text(path)) of pipeline `\(pipeline)` is watched by another process"
            + "\(process.map { " (\($0))" } ?? "") already. End that one first, or leave the folder to it."
    }
}
