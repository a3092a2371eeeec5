/// Whose requests wait for each other: those of one client, each time to one server. Told apart by identity.
final class ConnectionTurns: Sendable {
    /// How many of them go on at a time, at least 1.
    let perServer: Int

    init(perServer: Int) {
        self.perServer = perServer
    }
}
