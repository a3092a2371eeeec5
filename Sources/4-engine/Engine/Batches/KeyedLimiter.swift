internal import Synchronization

/// Lets at most so many holders of each key go on; the others wait in the order in which they came.
final class KeyedLimiter: Sendable {
    /// A place that has to be given back.
    struct Slot: Sendable {
        let key: String
    }

    private struct Group {
        var holders = 0
        var waiting: [(ticket: Int, continuation: CheckedContinuation<Slot?, Never>)] = []
    }

    private struct State {
        var groups: [String: Group] = [:]
        var tickets = 0
        /// Tickets that were cancelled before they had come to wait.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Waits for a place; nil when the task was cancelled meanwhile.
    func acquire(_ key: String, limit: Int) async -> Slot? {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Slot?? in
                    if state.cancelled.remove(ticket) != nil { return .some(nil) }
                    if state.groups[key, default: Group()].holders < limit {
                        state.groups[key, default: Group()].holders += 1
                        return .some(Slot(key: key))
                    }
                    state.groups[key, default: Group()].waiting.append((ticket, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            cancel(ticket, key)
        }
    }

    /// Gives a place back: to whoever has waited longest.
    func release(_ slot: Slot) {
        let next = state.withLock { state -> CheckedContinuation<Slot?, Never>? in
            guard var group = state.groups[slot.key] else { return nil }
            defer { state.groups[slot.key] = group.holders == 0 ? nil : group }
            if !group.waiting.isEmpty { return group.waiting.removeFirst().continuation }
            group.holders -= 1
            return nil
        }
        next?.resume(returning: slot)
    }

    private func cancel(_ ticket: Int, _ key: String) {
        let waiting = state.withLock { state -> CheckedContinuation<Slot?, Never>? in
            guard let index = state.groups[key]?.waiting.firstIndex(where: { $0.ticket == ticket }) else {
                state.cancelled.insert(ticket)
                return nil
            }
            return state.groups[key]?.waiting.remove(at: index).continuation
        }
        waiting?.resume(returning: nil)
    }
}
