public import Pipelines
internal import SQL
internal import Synchronization

/// SQLite tells no process what another one has written, so this one looks: not at what anybody waits for, but at a counter
/// (https://sqlite.org/pragma.html#pragma_data_version).
extension LocalStore: ChangeNotifying {
    private static let interval = Duration.milliseconds(250)

    public func waitForChange(atMost duration: Duration) async throws {
        let deadline = ContinuousClock.now + duration
        repeat {
            try await Task.sleep(for: min(Self.interval, deadline - ContinuousClock.now))
            if try await hasChanged() { return }
        } while ContinuousClock.now < deadline
    }

    /// Whether somebody may have written since this was last asked.
    func hasChanged() async throws -> Bool {
        let seen = seen
        return try await read { connection in
            let version = try connection.first("PRAGMA data_version") { try $0.integer(0) } ?? 0
            return seen.versions.withLock { $0.updateValue(version, forKey: ObjectIdentifier(connection)) != version }
        }
    }
}

/// The counter's last values, by connection: it means nothing to another one. Connections live as long as their store.
final class SeenVersions: Sendable {
    let versions = Mutex<[ObjectIdentifier: Int64]>([:])
}
