internal import Digests
internal import Documents
internal import Platform

/// Copies a source into a file and computes its digest on the way: every byte is read once. Where both can share blocks
/// nothing is copied, and the digest is that of the shared ones.
struct Copy {
    let source: any ObjectSource
    /// nil: only the digest is wanted.
    let file: FileDescriptor?
    let progress: @Sendable (Int64) -> Void

    /// Up to this size, handing bytes to another thread costs more than it saves.
    static let smallSize = 256 * 1_024

    /// From this size on an object is written past the page cache, by a thread of its own, and its file is read without
    /// leaving traces there.
    static let largeSize: Int64 = 4 << 20

    /// - Returns: the digest of all bytes.
    /// - Throws: what the source throws; `SystemError` from the file; `ChangedSource`; `CancellationError`.
    func run() throws -> SHA256Digest {
        if source.size > Self.smallSize, let file, let original = source as? any FileObjectSource,
            let clone = Clone(of: original, in: file)
        {
            Failpoint.pass("objects.bytes-begun")
            return try Copy(source: clone, file: nil, progress: progress).run()
        }
        let digest = source.size <= Self.smallSize ? try runInline() : try runWithThreads()
        try source.verifyUnchanged(as: digest)
        return digest
    }

    private func runInline() throws -> SHA256Digest {
        try Task.checkCancellation()
        if let bytes = source.takeBytes() { return try bytes.withUnsafeBytes(write) }
        // One byte more than announced, so that a source that has grown is noticed.
        let buffer = SmallBuffers.take(Int(max(0, source.size)) + 1)
        defer { SmallBuffers.giveBack(buffer) }
        buffer.count = try fill(buffer, at: 0)
        return try write(buffer.filled)
    }

    /// All bytes at once.
    private func write(_ bytes: UnsafeRawBufferPointer) throws -> SHA256Digest {
        try checkSize(Int64(bytes.count))
        try file?.write(bytes)
        var hasher = SHA256()
        hasher.update(bytes)
        progress(Int64(bytes.count))
        return hasher.finalize()
    }

    /// With the digest, and for a large file the writes as well, on threads of their own.
    private func runWithThreads() throws -> SHA256Digest {
        let isLarge = source.size >= Self.largeSize
        let buffers = isLarge ? Buffers.large(source.size) : Buffers(size: 512 * 1_024, limit: 6)
        let hasher = HashingThread(buffers)
        let opened = isLarge ? source as? any FileObjectSource : nil
        var reading = opened.map { PassingRead($0.descriptor, size: source.size) }
        var output: ObjectOutput?
        var total: Int64 = 0
        var told: Int64 = 0
        while true {
            try Task.checkCancellation()
            let buffer = buffers.next()
            reading?.prepare(total)
            buffer.count = try fill(buffer, at: total)
            if buffer.count == 0 {
                buffers.put(back: buffer)
                break
            }
            // In use by the hasher and the output until both are done with it.
            buffer.hold(2)
            hasher.put(buffer)
            if let file {
                let begun = output ?? ObjectOutput(file, from: buffers, directSize: isLarge ? source.size : nil)
                output = begun
                try begun.write(buffer)
                if total == 0 { Failpoint.pass("objects.bytes-begun") }
            } else {
                buffers.put(back: buffer)
            }
            total += Int64(buffer.count)
            if total > source.size { break }
            reading?.advance(to: total)
            told = output?.written ?? total
            progress(told)
            if buffer.count < buffer.capacity { break }
        }
        let digest = hasher.finalize()
        try output?.finish()
        try checkSize(total)
        if told < total { progress(total) }
        return digest
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

/// Buffers for small files, kept for the next ones: memory that is asked for and given back each time has to be mapped and
/// cleared by the kernel each time.
private enum SmallBuffers {
    private static let idle = Guarded<[Buffer]>([])
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
