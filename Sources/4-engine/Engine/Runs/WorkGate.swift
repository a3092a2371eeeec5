internal import Platform

/// Lets the runs of a process work side by side, or one of them alone: a run that was at work when a process died works
/// alone, so that another death tells whether it was to blame.
///
/// Who wants to work alone goes before those that come later and do not, so that it is not kept waiting for ever; those
/// that work already are waited for.
final class WorkGate: Sendable {
    enum Way: Sendable {
        case together, alone
    }

    private struct Waiting {
        let number: Int
        let run: String
        let way: Way
        let waiter: CheckedContinuation<Bool, Never>
    }

    private struct State {
        private(set) var inside: [String: Way] = [:]
        /// How many of those inside work alone.
        private var alone = 0
        var queue: [Waiting] = []
        var last = 0
        var marked: String?

        private func isOpen(to way: Way) -> Bool {
            switch way {
            case .alone: inside.isEmpty
            case .together: alone == 0
            }
        }

        private mutating func add(_ run: String, _ way: Way) {
            if inside.updateValue(way, forKey: run) == .alone { alone -= 1 }
            if way == .alone { alone += 1 }
        }

        mutating func remove(_ run: String) {
            if inside.removeValue(forKey: run) == .alone { alone -= 1 }
        }

        /// Whether the run is inside, or could enter since the gate is open to it and nobody waits.
        mutating func admit(_ run: String, _ way: Way) -> Bool {
            if inside[run] != nil { return true }
            guard queue.isEmpty, isOpen(to: way) else { return false }
            add(run, way)
            return true
        }

        mutating func takeNext() -> [Waiting] {
            var woken: [Waiting] = []
            while let index = queue.firstIndex(where: { $0.way == .alone }) ?? queue.indices.first {
                let next = queue[index]
                guard inside[next.run] != nil || isOpen(to: next.way) else { break }
                add(next.run, next.way)
                woken.append(queue.remove(at: index))
            }
            return woken
        }
    }

    private let state = Guarded(State())

    /// Waits until the run may work. One that is inside already goes on at once.
    ///
    /// - Returns: false when the task was cancelled before; then it has not entered.
    func enter(_ run: String, _ way: Way) async -> Bool {
        // As almost always: without a continuation, and with the lock taken once.
        let number = state.withLock { state -> Int? in
            if !Task.isCancelled, state.admit(run, way) { return nil }
            state.last += 1
            return state.last
        }
        guard let number else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let woken = state.withLock { state -> [(CheckedContinuation<Bool, Never>, Bool)] in
                    if state.inside[run] != nil { return [(waiter, true)] }
                    // Looked at under the lock: a cancellation that comes later finds whom to wake.
                    if Task.isCancelled { return [(waiter, false)] }
                    state.queue.append(Waiting(number: number, run: run, way: way, waiter: waiter))
                    return state.takeNext().map { ($0.waiter, true) }
                }
                for (waiter, isInside) in woken { waiter.resume(returning: isInside) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.queue.firstIndex { $0.number == number }.map { state.queue.remove(at: $0).waiter }
            }
            waiter?.resume(returning: false)
            // It may have been what kept others out.
            wake()
        }
    }

    /// The run that is on record as the one that works alone, as far as is known.
    var marked: String? { state.withLock { $0.marked } }

    func set(marked run: String) { state.withLock { $0.marked = run } }

    /// - Parameter run: nil: whichever it is.
    func clear(marked run: String?) {
        state.withLock { state in
            if run == nil || state.marked == run { state.marked = nil }
        }
    }

    func isInside(_ run: String) -> Bool { state.withLock { $0.inside[run] != nil } }

    /// The run does not work any more. Does nothing when it is not inside.
    func leave(_ run: String) {
        let woken = state.withLock { state in
            state.remove(run)
            return state.takeNext()
        }
        for one in woken { one.waiter.resume(returning: true) }
    }

    private func wake() {
        for one in state.withLock({ $0.takeNext() }) { one.waiter.resume(returning: true) }
    }
}
