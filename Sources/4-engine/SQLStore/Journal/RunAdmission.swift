internal import Pipelines
internal import SQL

/// Decides inside a transaction of the writer's connection whether a run may begin.
struct RunAdmission {
    let connection: any SQLConnection

    static let ofGroup = """
        SELECT id FROM runs WHERE pipeline = ? AND group_key IS NOT DISTINCT FROM ? AND status = 'running' ORDER BY id
        """
    static let ofKey = """
        SELECT id, status, pipeline, version FROM runs
        WHERE dedup_key = ? AND status IN ('running', 'succeeded') ORDER BY id DESC
        """
    static let isKept = """
        SELECT 1 FROM versions JOIN series ON series.row = versions.series
        WHERE versions.id = ? AND versions.trashed_at IS NULL AND series.trashed_at IS NULL
        """

    /// - Returns: nil when nothing is in its way.
    func refusal(of run: RunRecord, limit: Int?, key: String?, passing passed: Set<String>) throws -> Admission? {
        // A run is no duplicate of the one it goes on from.
        let passed = run.origin.map { passed.union([$0.run]) } ?? passed
        if let key, let earlier = try duplicate(of: key, for: run.pipeline, passing: passed) {
            return .duplicate(of: earlier)
        }
        guard let limit else { return nil }
        let running = try connection.rows(Self.ofGroup, [run.pipeline, run.group]) { try $0.text(0) }
        return running.count < limit ? nil : .full(runs: running)
    }

    /// The newest run with the key that goes on, also while nobody works on it, or has succeeded and left something that
    /// is still there. A run that made no version stands for its document only where no other pipeline asks, which may
    /// make one.
    ///
    /// - Parameter passed: runs that are none in this case.
    func duplicate(of key: String, for pipeline: String, passing passed: Set<String>) throws -> String? {
        let earlier = try connection.rows(Self.ofKey, [key]) { row in
            (
                id: try row.text(0), isRunning: try row.text(1) == RunStatus.running.rawValue,
                pipeline: try row.text(2), version: try row.textOrNil(3)
            )
        }
        return try earlier.first { earlier in
            if passed.contains(earlier.id) { return false }
            if earlier.isRunning { return true }
            guard let version = earlier.version else { return earlier.pipeline == pipeline }
            return try connection.first(Self.isKept, [version]) { _ in true } ?? false
        }?.id
    }
}
