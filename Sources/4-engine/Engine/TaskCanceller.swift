internal import Synchronization

/// Cancels a task from another thread while the task runs a certain piece of code, also before anybody holds its handle.
///
/// `@unchecked Sendable`: `UnsafeCurrentTask` is not Sendable since it must not outlive its closure. It does not: it is
/// set and cleared inside of that closure, and used only under the lock that clearing takes as well. Cancelling is among
/// what the standard library allows from other tasks.
final class TaskCanceller: @unchecked Sendable {
    private struct State {
        var task: UnsafeCurrentTask?
        var hasCancelled = false
    }

    private let state = Mutex(Unchecked(value: State()))

    /// Whether `cancel` was called.
    var hasCancelled: Bool { state.withLock { $0.value.hasCancelled } }

    /// The code starts: to be called by the task itself.
    func begin(_ task: UnsafeCurrentTask?) {
        let task = Unchecked(value: task)
        state.withLock { state in
            if state.value.hasCancelled { task.value?.cancel() } else { state.value.task = task.value }
        }
    }

    /// The code is over: from now on the task is not touched.
    func end() {
        state.withLock { $0.value.task = nil }
    }

    /// Cancels the task if it runs the code, or as soon as it begins.
    func cancel() {
        state.withLock { state in
            state.value.hasCancelled = true
            state.value.task?.cancel()
        }
    }

    /// `@unchecked Sendable` for the reason given above: it lets the lock hold what is not Sendable.
    private struct Unchecked<Value>: @unchecked Sendable {
        var value: Value
    }
}
