public import Documents
internal import Synchronization

/// Bytes in memory as a source that keeps a record of how it was read, and can misbehave.
public final class TestSource: ObjectSource {
    public let size: Int64
    private let bytes: [UInt8]
    private let pieces: Int?
    private let verify: @Sendable () throws -> Void
    private let onRead: @Sendable (_ offset: Int64) throws -> Void
    private let record = Mutex<[Range<Int64>]>([])

    /// - Parameters:
    ///   - announced: the size that it claims; by default the true one.
    ///   - pieces: at most this many bytes for each read.
    ///   - onRead: called before each read; may block.
    ///   - verify: called for `verifyUnchanged`; may block.
    public init(
        _ bytes: [UInt8], announced: Int64? = nil, pieces: Int? = nil,
        onRead: @escaping @Sendable (_ offset: Int64) throws -> Void = { _ in },
        verify: @escaping @Sendable () throws -> Void = {}
    ) {
        self.bytes = bytes
        self.pieces = pieces
        self.onRead = onRead
        self.verify = verify
        size = announced ?? Int64(bytes.count)
    }

    /// What was read, in order, ends of file left out.
    public var ranges: [Range<Int64>] { record.withLock { $0 } }

    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        try onRead(offset)
        let count = max(0, min(buffer.count, bytes.count - Int(offset), pieces ?? .max))
        if count == 0 { return 0 }
        bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + count]))
        }
        record.withLock { $0.append(offset..<offset + Int64(count)) }
        return count
    }

    public func verifyUnchanged() throws { try verify() }

    /// The same bytes for the same seed.
    public static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SeededRandom(seed: seed)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: generator.next()) }
            initialized = count
        }
    }
}
