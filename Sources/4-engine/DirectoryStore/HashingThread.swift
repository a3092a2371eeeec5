internal import Digests
internal import Platform
internal import Synchronization

/// Computes a digest on a thread of its own while other threads read and write.
final class HashingThread {
    private final class State: Sendable {
        let hasher = Mutex<SHA256?>(SHA256())
    }

    private let state = State()
    private let buffers: Buffers
    private let thread: SerialThread<Buffer>

    /// - Parameter buffers: where those that were handed over go back to.
    init(_ buffers: Buffers) {
        self.buffers = buffers
        let state = state
        thread = SerialThread(name: "sha256") { filled in
            for buffer in filled {
                state.hasher.withLock { $0?.update(buffer.filled) }
                buffers.put(back: buffer)
            }
        }
    }

    /// Hands a filled buffer over. Its bytes must not be changed until it is free again.
    func put(_ buffer: Buffer) {
        thread.put(buffer)
    }

    /// The digest of all that was handed over, once. Waits until all buffers are free.
    func finalize() -> SHA256Digest {
        buffers.drain()
        return state.hasher.withLock { hasher in
            guard let complete = hasher.take() else { preconditionFailure("finalized twice") }
            return complete.finalize()
        }
    }
}
