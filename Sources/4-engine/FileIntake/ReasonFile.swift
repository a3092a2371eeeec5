internal import Glibc
public import Pipelines
public import Platform

/// What lies beside a file that was refused, as `NAME.reason.json`: why, for its owner and for programs.
public struct ReasonFile: Sendable, Hashable {
    /// The name that the file had.
    public var file: Path
    public var run: String
    public var pipeline: String
    /// Rejected or failed.
    public var status: RunStatus
    /// The id of the stage that decided; empty when no stage is to blame.
    public var stage: String
    /// A stable word in kebab-case: "wrong-extension".
    public var kind: String
    /// What happened, for people.
    public var message: String
    /// When the run ended.
    public var at: Timestamp
    /// Of the contents, in lower-case hexadecimal; nil: not known.
    public var sha256: String?
    /// The id of the entry in quarantine; nil: there is none.
    public var quarantine: String?

    public init(
        file: Path, run: String, pipeline: String, status: RunStatus, stage: String, kind: String, message: String,
        at: Timestamp, sha256: String? = nil, quarantine: String? = nil
    ) {
        self.file = file
        self.run = run
        self.pipeline = pipeline
        self.status = status
        self.stage = stage
        self.kind = kind
        self.message = message
        self.at = at
        self.sha256 = sha256
        self.quarantine = quarantine
    }

    private static let ending = Array(".reason.json".utf8)

    /// `NAME.reason.json` for a file's name; a long one is cut so that the whole has 255 bytes at most.
    public static func name(for name: Path) -> Path {
        Path(bytes: FileName.cut(name.bytes, to: FileName.longest - ending.count) + ending)
    }

    /// What stands in it: one JSON object on a line.
    public var contents: [UInt8] {
        var record: Record = [
            "file": .string(file.description), "run": .string(run), "pipeline": .string(pipeline),
            "status": .string(status.rawValue), "stage": .string(stage), "kind": .string(kind),
            "message": .string(message), "at": .string(at.description),
        ]
        if let sha256 { record["sha256"] = .string(sha256) }
        if let quarantine { record["quarantine"] = .string(quarantine) }
        return Array((Value.record(record).json + "\n").utf8)
    }

    /// Writes it beside a file. On disk on return; the name never stands for half a file. Done without error when it is
    /// there already with the same contents. Blocks.
    ///
    /// - Parameter path: of the file it is about, where that is now; absolute, without symbolic links.
    /// - Throws: `SystemError`, with `EEXIST` when the name is taken by something else, which stays.
    public func write(beside path: Path) throws(SystemError) {
        let folder = try TrustedFolder.root.folder(path.folder)
        let name = Self.name(for: path.name)
        let contents = contents
        if try folder.status(of: name) != nil {
            guard try Self.holds(contents, name, folder) else {
                throw SystemError("write", on: "\(name)", code: EEXIST)
            }
            return try folder.synchronize()
        }
        let temporary = Path(
            bytes: Array(".".utf8) + FileName.cut(name.bytes, to: FileName.longest - 5) + Array(".tmp".utf8))
        // What a process left that died here.
        try folder.remove(temporary)
        do {
            let file = try folder.open(temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
            try file.write(contents)
            try file.synchronize()
            Failpoint.pass("reason.written")
            try folder.publish(temporary, as: name)
            try folder.synchronize()
            Failpoint.pass("reason.named")
        } catch {
            // The name is hidden and taken up by the next attempt: a failure to remove it does no harm.
            _ = try? folder.remove(temporary)
            throw SystemError("write", on: path.folder.appending(name).description, code: error.code)
        }
    }

    private static func holds(_ contents: [UInt8], _ name: Path, _ folder: Folder) throws(SystemError) -> Bool {
        guard try folder.status(of: name)?.kind == .regular else { return false }
        let file = try folder.open(name, flags: O_RDONLY | O_NONBLOCK)
        return try file.bytes(at: 0, count: contents.count + 1) == contents
    }
}
