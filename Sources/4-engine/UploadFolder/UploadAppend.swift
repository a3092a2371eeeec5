internal import Digests
internal import Documents
public import Platform
internal import Synchronization

/// Bytes that are being added to an upload. Nobody else adds any until this has ended or is gone. Calls block, and come one
/// after the other.
///
/// Without a checksum what was written stays, also when nothing ends it. With one it stays only once it was found to be right.
public final class UploadAppend: Sendable {
    private struct State: ~Copyable {
        var offset: Int64
        var unsynced: Int64 = 0
        var hasher: ChecksumHasher?
        var hasEnded = false
    }

    private let entry: UploadEntry
    private let file: FileDescriptor
    private let start: Int64
    private let length: Int64
    private let checksum: UploadChecksum?
    private let state: Mutex<State>

    /// How many bytes the disk may be behind.
    static let stride: Int64 = 8 << 20

    init(entry: UploadEntry, file: FileDescriptor, offset: Int64, length: Int64, checksum: UploadChecksum?) {
        self.entry = entry
        self.file = file
        start = offset
        self.length = length
        self.checksum = checksum
        let hasher: ChecksumHasher? =
            switch checksum?.algorithm {
            case .sha1: ChecksumHasher(.sha1)
            case .sha256: ChecksumHasher(.sha256)
            case nil: nil
            }
        state = Mutex(State(offset: offset, hasher: hasher))
    }

    /// Where the bytes end that were written.
    public var offset: Int64 { state.withLock { $0.offset } }

    /// Writes bytes behind those that are there.
    ///
    /// - Throws: `UploadError` of kind `tooLong`, or `expired` when it was given up meanwhile, and then none of them is written;
    ///   `SystemError`, such as `ENOSPC`, and then some may be.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        try state.withLock { state in
            precondition(!state.hasEnded, "what has ended takes no more bytes")
            try entry.requireWanted()
            let count = Int64(bytes.count)
            guard count <= length - state.offset else {
                throw UploadError(
                    .tooLong, "More bytes came than were announced: the file has \(length).")
            }
            state.hasher?.update(bytes)
            try file.write(bytes)
            state.offset += count
            state.unsynced += count
            Failpoint.pass("upload.written")
            if state.unsynced >= Self.stride {
                try file.synchronizeContents()
                state.unsynced = 0
            }
        }
    }

    /// Has what was written stay, if it is right. On disk on return.
    ///
    /// - Returns: where the file ends now.
    /// - Throws: `UploadError` of kind `wrongChecksum`, and none of the bytes stays, or `expired` when it was given up
    ///   meanwhile; `SystemError`.
    public func end() throws -> Int64 {
        try state.withLock { state in
            precondition(!state.hasEnded, "it ends once")
            state.hasEnded = true
            try entry.requireWanted()
            if let checksum, let hasher = state.hasher.take() {
                let found = hasher.finalize()
                guard MessageAuthentication.isEqual(found, checksum.digest) else {
                    try file.cut(to: start)
                    try entry.endCheck(at: start)
                    throw UploadError(
                        .wrongChecksum,
                        "The bytes from \(start) to \(state.offset) have not the \(checksum.algorithm.rawValue) that was sent "
                            + "with them. Send them again.")
                }
            }
            try file.synchronize()
            if checksum != nil { try entry.endCheck(at: start) }
            Failpoint.pass("upload.synced")
            return state.offset
        }
    }

    /// Has the file, which is whole, take the name that it was announced with. On disk on return.
    ///
    /// - Throws: `SystemError`
    public func name(_ name: Path) throws {
        try entry.finish(name)
        Failpoint.pass("upload.whole")
    }

    /// What was to come does not come any more: what there is stays, unless it had to be checked. On disk on return, and others may
    /// go on.
    ///
    /// - Returns: where the file ends now.
    /// - Throws: `SystemError`
    public func abandon() throws -> Int64 {
        try state.withLock { state in
            if state.hasEnded { return state.offset }
            state.hasEnded = true
            if checksum != nil {
                try file.cut(to: start)
                try entry.endCheck(at: start)
                state.offset = start
            } else {
                try file.synchronize()
            }
            entry.release()
            return state.offset
        }
    }
}
