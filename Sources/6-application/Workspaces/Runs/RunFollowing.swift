internal import Engine
package import Pipelines
internal import Representations

/// How a run goes on until it ends, in whatever process: what is there already, and then every change. The last element is
/// that of its end. Whoever reads leaves the run alone.
package struct RunFollowing: AsyncSequence {
    package struct Element: Sendable {
        package let detail: RunDetail
        /// Stages that are new or have changed since the element before, by position.
        package let changed: [StageRecord]
        /// By the id of a stage, how often it may be tried; empty when the definition cannot be read any more.
        package let limits: [String: Int]
    }

    package let workspace: Workspace
    package let id: String

    package init(of id: String, in workspace: Workspace) {
        self.workspace = workspace
        self.id = id
    }

    package func makeAsyncIterator() -> Iterator { Iterator(self) }

    package struct Iterator: AsyncIteratorProtocol {
        private let following: RunFollowing
        private var limits: [String: Int]?
        private var seen: [Int: StageRecord] = [:]
        private var hasBegun = false
        private var hasEnded = false

        fileprivate init(_ following: RunFollowing) {
            self.following = following
        }

        /// - Throws: `Problem` when there is no such run, or none any more; the journal's errors; `CancellationError`.
        package mutating func next() async throws -> Element? {
            while !hasEnded {
                if hasBegun { try await Task.sleep(for: RunEnds.pollInterval) }
                hasBegun = true
                let workspace = following.workspace
                guard let detail = try await workspace.journal.run(following.id) else {
                    throw Problem.noRun(following.id)
                }
                if limits == nil { limits = try await workspace.maxAttempts(of: detail) }
                let changed = detail.stages.filter { stage in
                    seen[stage.position].map { stage.isNews(since: $0) } ?? true
                }
                for stage in changed { seen[stage.position] = stage }
                hasEnded = detail.run.status != .running
                if hasEnded || !changed.isEmpty {
                    return Element(detail: detail, changed: changed, limits: limits ?? [:])
                }
            }
            return nil
        }
    }
}

extension Workspace {
    /// How often each stage of a run may be tried, by its id; empty when the definition cannot be read any more.
    ///
    /// - Throws: the journal's errors.
    package func maxAttempts(of detail: RunDetail) async throws -> [String: Int] {
        do {
            let pipeline = try await pipeline(pinnedFor: detail)
            return Dictionary(
                pipeline.allStages.map { ($0.id, $0.retry.maxAttempts) }, uniquingKeysWith: { first, _ in first })
        } catch let error where error is InvalidFiles || error is Problem {
            return [:]
        }
    }
}

extension StageRecord {
    fileprivate func isNews(since former: StageRecord) -> Bool {
        status != former.status || attempts != former.attempts || retryAt != former.retryAt
            || undo?.status != former.undo?.status
    }
}
