internal import Platform
internal import Synchronization

/// Keeps tasks waiting until it is opened, whether they are cancelled or not.
public final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    public init() {}

    public func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Doing it twice does no harm.
    public func open() {
        let waiting = state.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Holds a thread until it is opened, once.
public final class ThreadGate: Sendable {
    private let queue = WorkQueue<Void>()

    public init() {}

    public func wait() { _ = queue.take() }
    public func open() { queue.put(()) }
}
