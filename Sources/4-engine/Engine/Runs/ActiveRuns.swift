internal import Platform

/// The runs that go on in this process.
final class ActiveRuns: Sendable {
    private struct State {
        var controls: [String: RunControl] = [:]
        var waiting: Set<String> = []
        var begun: Set<String> = []
        var unrecorded: Set<String> = []
        var isClosing = false
        var isSuspendingWaiting = false
    }

    private let state = Guarded(State())

    func add(_ run: String, _ control: RunControl) {
        let isClosing = state.withLock { state in
            state.controls[run] = control
            return state.isClosing
        }
        if isClosing { control.suspend() }
    }

    func remove(_ run: String) {
        state.withLock { state in
            state.controls[run] = nil
            state.waiting.remove(run)
            state.begun.remove(run)
        }
    }

    var isEmpty: Bool { state.withLock { $0.controls.isEmpty } }

    /// The journal knows it.
    func begin(_ run: String) {
        state.withLock { _ = $0.begun.insert(run) }
    }

    /// The run has nothing to do until a later time.
    func beginWaiting(_ run: String) {
        let control = state.withLock { state in
            state.waiting.insert(run)
            return state.isSuspendingWaiting ? state.controls[run] : nil
        }
        control?.suspend()
    }

    func endWaiting(_ run: String) {
        state.withLock { _ = $0.waiting.remove(run) }
    }

    /// Whether all runs that go on or come are given up.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// The runs are over here, and the journal could not be told: they are to be released as soon as that can be.
    func markUnrecorded(_ runs: [String]) {
        state.withLock { $0.unrecorded.formUnion(runs) }
    }

    /// Runs that are to be released, until `forget`.
    var unrecorded: [String] { state.withLock { $0.unrecorded.sorted() } }

    func forget(_ unrecorded: [String]) {
        state.withLock { $0.unrecorded.subtract(unrecorded) }
    }

    /// Does nothing when the run does not go on here.
    func cancel(_ run: String) {
        state.withLock { $0.controls[run] }?.cancel()
    }

    /// Those on record that have nothing to do until a later time.
    var waitingRuns: Set<String> { state.withLock { $0.waiting.intersection($0.begun) } }

    /// They are another process's now.
    func drop(_ runs: Set<String>) {
        let controls = state.withLock { state in runs.compactMap { state.controls[$0] } }
        for control in controls { control.suspend() }
    }

    /// Those that only wait, and all that come to wait.
    func suspendWaiting() {
        let controls = state.withLock { state in
            state.isSuspendingWaiting = true
            return state.waiting.compactMap { state.controls[$0] }
        }
        for control in controls { control.suspend() }
    }

    /// Those that go on, and all that come.
    func suspendAll() {
        let controls = state.withLock { state in
            state.isClosing = true
            return Array(state.controls.values)
        }
        for control in controls { control.suspend() }
    }
}
