internal import Platform
internal import Synchronization

/// A few buffers that go round between the thread that reads and those that hash and write.
final class Buffers: Sendable {
    private let size: Int
    private let limit: Int
    private let free = WorkQueue<Buffer>()
    private let made = Mutex(0)

    /// - Parameters:
    ///   - size: of each, in bytes.
    ///   - limit: how many there are at most. Each put has its own: they are what its memory comes to.
    init(size: Int, limit: Int) {
        self.size = size
        self.limit = limit
    }

    /// For an object of that many bytes.
    static func large(_ count: Int64) -> Buffers {
        Buffers(size: largeBlock, limit: Int(min(6, count / Int64(largeBlock) + 1)))
    }

    private static let largeBlock = 1 << 20

    /// One that is not in use, held by the caller alone; waits for it when all are in use.
    func next() -> Buffer {
        let isNew = made.withLock { made in
            if made == limit { return false }
            made += 1
            return true
        }
        if isNew { return Buffer(size: size) }
        let buffer = take()
        buffer.hold(1)
        return buffer
    }

    /// Lets go of a buffer; who lets go last makes it free.
    func put(back buffer: Buffer) {
        if buffer.release() { free.put(buffer) }
    }

    /// Waits until none is in use, for the thread that takes them and is done with its own. There is none to be had afterwards.
    func drain() {
        let count = made.withLock { made in
            defer { made = limit }
            return made
        }
        for _ in 0..<count { _ = take() }
    }

    private func take() -> Buffer {
        guard let buffer = free.take() else { preconditionFailure("the queue is never closed") }
        return buffer
    }
}

/// Memory that is read into, hashed and written.
///
/// `@unchecked Sendable`: `count` is set before the buffer is handed to other threads, and the bytes are only read until all
/// of them have let go of it.
final class Buffer: @unchecked Sendable {
    let all: UnsafeMutableRawBufferPointer
    /// Bytes in use.
    var count = 0
    private let holders = Atomic(1)

    /// Not initialised: pages that are never filled cost nothing.
    init(size: Int) {
        all = .allocate(byteCount: size, alignment: FileDescriptor.directAlignment)
    }

    deinit {
        all.deallocate()
    }

    /// Says how many will let go of it.
    func hold(_ holders: Int) {
        self.holders.store(holders, ordering: .relaxed)
    }

    /// - Returns: whether nobody holds it any more.
    func release() -> Bool {
        holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }

    var capacity: Int { all.count }
    var filled: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: all[..<count]) }
}
