internal import Synchronization

/// What reading a pipeline took, for tests of how it grows: fields of scopes that were made because somebody asked.
final class ReadingWork: Sendable {
    private let count = Atomic<Int>(0)

    var fields: Int { count.load(ordering: .relaxed) }

    func made(_ field: Field) -> Field {
        count.add(1, ordering: .relaxed)
        return field
    }
}
