internal import Accounts
internal import Synchronization

/// How many streams are open: a connection that stays costs one of a few that a visitor has, and of some that there are in
/// all.
final class StreamPlaces: Sendable {
    /// One stream's place, given back when nothing refers to it any more, also where the stream never began.
    final class Place: Sendable {
        private let places: StreamPlaces
        private let key: String

        fileprivate init(_ places: StreamPlaces, _ key: String) {
            self.places = places
            self.key = key
        }

        deinit { places.leave(key) }
    }

    private let open = Mutex<[String: Int]>([:])
    private let maxPerVisitor: Int
    private let maxInAll: Int

    init(maxPerVisitor: Int = 8, maxInAll: Int = 256) {
        self.maxPerVisitor = maxPerVisitor
        self.maxInAll = maxInAll
    }

    /// How many are open now.
    var count: Int { open.withLock { $0.values.reduce(0, +) } }

    /// nil: there are too many.
    func enter(_ visitor: Visitor) -> Place? {
        let key = visitor.actor.map { $0.credential ?? $0.name } ?? visitor.address ?? ""
        let hasEntered = open.withLock { open in
            guard open[key, default: 0] < maxPerVisitor, open.values.reduce(0, +) < maxInAll else { return false }
            open[key, default: 0] += 1
            return true
        }
        return hasEntered ? Place(self, key) : nil
    }

    private func leave(_ key: String) {
        open.withLock { open in
            guard let count = open[key] else { return }
            open[key] = count > 1 ? count - 1 : nil
        }
    }
}
