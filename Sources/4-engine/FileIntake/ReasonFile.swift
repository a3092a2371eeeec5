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

    /// `NAME.reason.json` for a file's name; a long one is cut so that the whole has 255 bytes at most.
    public static func name(for name: Path) -> Path { Path(bytes: name.bytes + Array(".reason.json".utf8)) }

    /// Writes it beside a file. On disk on return; the name never stands for half a file. Done without error when it is
    /// there already with the same contents.
    ///
    /// - Parameter path: of the file it is about, where that is now.
    /// - Throws: `SystemError`, with `EEXIST` when the name is taken by something else, which stays.
    public func write(beside path: Path) throws(SystemError) {}
}
