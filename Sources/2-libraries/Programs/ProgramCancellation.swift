internal import Synchronization

/// The program that a cancellation has to kill, while another thread waits for it. From any thread.
public final class ProgramCancellation: Sendable {
    private let state = Mutex<(program: RunningProgram?, isCancelled: Bool)>((nil, false))

    /// Of no program yet, and not cancelled.
    public init() {}

    /// - Parameter program: is killed at once when it is cancelled already; nil: none any more.
    public func watch(_ program: RunningProgram?) {
        let isCancelled = state.withLock { state in
            state.program = program
            return state.isCancelled
        }
        if isCancelled { program?.kill() }
    }

    /// Kills the program, and each that comes later.
    public func cancel() {
        let program = state.withLock { state in
            state.isCancelled = true
            return state.program
        }
        program?.kill()
    }
}
