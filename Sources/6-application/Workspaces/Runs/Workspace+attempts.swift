internal import Documents
package import Pipelines

extension Workspace {
    /// No chain of runs that go on from one another is followed further.
    private static let longestChain = 20

    /// What became of a run in the end: the newest of those that go on from it, and so on; one that succeeded ends the search.
    ///
    /// - Returns: nil: no run goes on from it.
    package func continuation(of run: RunRecord) async throws -> RunRecord? {
        var found: RunRecord?
        for _ in 0..<Self.longestChain {
            var query = RunQuery()
            query.origin = (found ?? run).id
            guard let next = try await journal.runs(query, limit: 1, after: nil).items.first else { break }
            found = next
            if next.status == .succeeded { break }
        }
        return found
    }

    /// All runs about what one run is about: those that it goes on from, and all that go on from these; oldest first.
    ///
    /// - Parameter limit: the newest are left out when there are more.
    package func attempts(of run: RunRecord, atMost limit: Int = 50) async throws -> [RunRecord] {
        var first = run
        for _ in 0..<Self.longestChain {
            guard let origin = first.origin, let former = try await journal.run(origin.run) else { break }
            first = former.run
        }
        var runs = [first]
        var index = 0
        while index < runs.count, runs.count < limit {
            var query = RunQuery()
            query.origin = runs[index].id
            runs += try await journal.runs(query, limit: limit - runs.count, after: nil).items.reversed()
            index += 1
        }
        return runs.sorted { $0.id < $1.id }
    }
}
