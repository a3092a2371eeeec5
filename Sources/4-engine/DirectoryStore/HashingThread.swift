internal import Digests
internal import Platform
internal import Synchronization

/// Computes a digest on a thread of its own while the caller's thread reads and writes, with a few buffers that go round.
final class HashingThread {
    /// Measured with files of 1 GiB: from 2 to 4 MiB in all makes no difference beyond the noise, and each put has its own.
    private static let bufferSize = 512 * 1_024
    private static let bufferCount = 6

    private final class State: Sendable {
        let hasher = Mutex<SHA256?>(SHA256())
    }

    private let state = State()
    private let free = WorkQueue<Buffer>()
    private let thread: SerialThread<Buffer>
    private var made = 0
    private var handedOver = 0

    init() {
        let (state, free) = (state, free)
        thread = SerialThread(name: "sha256") { buffers in
            for buffer in buffers {
                state.hasher.withLock { $0?.update(buffer.filled) }
                free.put(buffer)
            }
        }
    }

    /// A buffer that is not in use; waits for the thread when all are.
    func nextBuffer() -> Buffer {
        if made < Self.bufferCount {
            made += 1
            return Buffer(size: Self.bufferSize)
        }
        return takeBack()
    }

    /// Hands a filled buffer over. Its bytes must not be changed until `nextBuffer` gives it out again.
    func put(_ buffer: Buffer) {
        handedOver += 1
        thread.put(buffer)
    }

    /// The digest of all that was handed over, once.
    func finalize() -> SHA256Digest {
        while handedOver > 0 { _ = takeBack() }
        return state.hasher.withLock { hasher in
            guard let complete = hasher.take() else { preconditionFailure("finalized twice") }
            return complete.finalize()
        }
    }

    private func takeBack() -> Buffer {
        guard let buffer = free.take() else { preconditionFailure("the queue is never closed") }
        handedOver -= 1
        return buffer
    }
}
