internal import Digests
internal import Documents
internal import Platform
internal import Synchronization

/// Copies a source into a file and computes its digest on the way: every byte is read once.
struct Copy {
    let source: any ObjectSource
    /// nil: only the digest is wanted.
    let file: FileDescriptor?
    let progress: @Sendable (Int64) -> Void

    /// Up to this size, handing bytes to another thread costs more than it saves.
    static let smallSize = 256 * 1_024

    /// - Returns: the digest of all bytes.
    /// - Throws: what the source throws; `SystemError` from the file; `ChangedSource`; `CancellationError`.
    func run() throws -> SHA256Digest {
        let digest = source.size <= Self.smallSize ? try runInline() : try runWithHasher()
        try source.verifyUnchanged()
        return digest
    }

    private func runInline() throws -> SHA256Digest {
        try Task.checkCancellation()
        // One byte more than announced, so that a source that has grown is noticed.
        let buffer = SmallBuffers.take(Int(max(0, source.size)) + 1)
        defer { SmallBuffers.giveBack(buffer) }
        buffer.count = try fill(buffer, at: 0)
        try checkSize(Int64(buffer.count))
        try file?.write(buffer.filled)
        var hasher = SHA256()
        hasher.update(buffer.filled)
        progress(Int64(buffer.count))
        return hasher.finalize()
    }

    private func runWithHasher() throws -> SHA256Digest {
        let hasher = HashingThread()
        var writeback = Writeback(file: file)
        var total: Int64 = 0
        while true {
            try Task.checkCancellation()
            let buffer = hasher.nextBuffer()
            buffer.count = try fill(buffer, at: total)
            if buffer.count == 0 { break }
            hasher.put(buffer)
            // The hasher gives the buffer back while or before this writes it; only this thread takes it again.
            try file?.write(buffer.filled)
            if total == 0, file != nil { Failpoint.pass("objects.bytes-begun") }
            total += Int64(buffer.count)
            if total > source.size { break }
            writeback.advance(to: total)
            progress(total)
            if buffer.count < buffer.capacity { break }
        }
        try checkSize(total)
        return hasher.finalize()
    }

    /// Fills the buffer unless the source ends before.
    private func fill(_ buffer: Buffer, at offset: Int64) throws -> Int {
        var count = 0
        while count < buffer.capacity {
            let read = try source.read(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer.all[count...]), at: offset + Int64(count))
            if read == 0 { break }
            count += read
        }
        return count
    }

    private func checkSize(_ count: Int64) throws {
        if count == source.size { return }
        // A source that can say more exactly what happened does so here.
        try source.verifyUnchanged()
        throw ObjectStoreError(
            .other,
            "The source gave \(count > source.size ? "more than the" : "\(count) of the") \(source.size) bytes that it "
                + "announced. Nothing was stored; run it again once it is complete.")
    }
}

/// Memory that is read into, hashed and written.
///
/// `@unchecked Sendable`: `count` is set before the buffer is handed to the hasher, and the bytes are only read until it
/// comes back.
final class Buffer: @unchecked Sendable {
    let all: UnsafeMutableRawBufferPointer
    /// Bytes in use.
    var count = 0

    /// Not initialised: pages that are never filled cost nothing.
    init(size: Int) {
        all = .allocate(byteCount: size, alignment: 4_096)
    }

    deinit {
        all.deallocate()
    }

    var capacity: Int { all.count }
    var filled: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: all[..<count]) }
}

/// Buffers for small files, kept for the next ones: memory that is asked for and given back each time has to be mapped and
/// cleared by the kernel each time.
private enum SmallBuffers {
    private static let idle = Mutex<[Buffer]>([])
    private static let maxIdle = 16
    /// Most documents that are small at all are this small.
    private static let size = 72 * 1_024

    /// At least so large.
    static func take(_ size: Int) -> Buffer {
        if size > Self.size { return Buffer(size: size) }
        return idle.withLock { $0.popLast() } ?? Buffer(size: Self.size)
    }

    static func giveBack(_ buffer: Buffer) {
        guard buffer.capacity == Self.size else { return }
        idle.withLock { idle in
            if idle.count < maxIdle { idle.append(buffer) }
        }
    }
}

/// Has the kernel write a file to the disk while it is still being copied, so that the final fsync finds little left.
struct Writeback {
    /// nil: nothing is written.
    let file: FileDescriptor?
    private var started: Int64 = 0

    /// Large enough for long transfers, small enough that the disk is never idle for long.
    private static let window: Int64 = 32 << 20

    init(file: FileDescriptor?) {
        self.file = file
    }

    /// Tells how many bytes have been written to the file.
    mutating func advance(to total: Int64) {
        if total - started < Self.window { return }
        file?.startWriteback(offset: started, count: total - started)
        started = total
    }
}
