public import Pipelines
public import Platform

/// One run that is asked for.
public struct RunRequest: Sendable {
    /// The document's file; nil in a run without a document.
    public let file: Path?
    /// The folder that the file is reached from, below which others may write; nil: whoever has named the file is trusted.
    public let base: TrustedFolder?
    /// Values for the pipeline's inputs, of the inputs' types; missing ones take their defaults.
    public let inputs: Record
    /// Whose document it is; nil: of whom the input `user` names, or else the workspace's owner.
    public let owner: String?
    /// What `trigger.*` sees: at least `kind`. Facts in its record `document` are known from the start of the run.
    public let trigger: Record
    /// What the record calls the file.
    public let shownFile: String?
    /// What it goes on from; nil: it starts from nothing.
    public let continuation: Continuation?
    /// The run's id, for callers that fix it before, so that it begins once; nil: a new one. There is no run with it yet.
    public let id: String?
    /// The batch that the run is part of; nil: none.
    public let batch: String?
    /// The file as it has to be when the run opens it; if it is not, or is not there any more, nothing begins and nothing is
    /// recorded: the result is abandoned, with an error of kind `source-changed`. nil: as it is.
    public let expected: ExpectedFile?
    /// Why the file is not to be had, in a sentence: it is not looked for then, and the run fails. nil: it is opened.
    public let obstacle: String?

    /// - Parameter shownFile: nil: as `file` is named.
    public init(
        file: Path?, in base: TrustedFolder? = nil, inputs: Record = [:], owner: String? = nil,
        trigger: Record = Trigger.command.record, shownFile: String? = nil,
        continuation: Continuation? = nil, id: String? = nil, batch: String? = nil,
        expected: ExpectedFile? = nil, obstacle: String? = nil
    ) {
        self.file = file
        self.base = base
        self.inputs = inputs
        self.owner = owner
        self.trigger = trigger
        self.shownFile = shownFile ?? file?.description
        self.continuation = continuation
        self.id = id
        self.batch = batch
        self.expected = expected
        self.obstacle = obstacle
    }

    /// The same with an id that is fixed before it begins.
    public func identified(as id: String) -> RunRequest {
        RunRequest(
            file: file, in: base, inputs: inputs, owner: owner, trigger: trigger, shownFile: shownFile,
            continuation: continuation,
            id: id, batch: batch, expected: expected, obstacle: obstacle)
    }
}

/// What a file was when somebody judged it.
public struct ExpectedFile: Sendable, Hashable {
    public let device: UInt64
    public let inode: UInt64
    /// In bytes.
    public let size: Int64
    /// Nanoseconds since 1970.
    public let modified: Int64
    /// Nanoseconds since 1970.
    public let changed: Int64

    public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    public init(_ status: FileStatus) {
        self.init(
            device: status.device, inode: status.inode, size: status.size, modified: status.modified,
            changed: status.changed)
    }

    /// Whether a file is this one, and nobody has touched it since.
    public func matches(_ status: FileStatus) -> Bool { self == ExpectedFile(status) }

    /// Whether a file is this one with the contents that it had; its name, owner or mode may be others.
    public func hasSameContents(as status: FileStatus) -> Bool {
        device == status.device && inode == status.inode && size == status.size && modified == status.modified
    }
}
