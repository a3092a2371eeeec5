internal import Diagnostics
package import Pipelines
package import Platform
internal import Representations

/// A channel as the workspace file declares it.
package struct ChannelState: JSONRepresentable, Sendable, Hashable {
    package let name: String
    package let type: String
    /// Where what it is given goes; nil: its settings cannot be computed.
    package let recipient: String?
    /// Why it cannot deliver now; nil: nothing is known to be in the way.
    package let problem: String?

    package var record: Record {
        ["name": .string(name), "type": .string(type), "recipient": Value(recipient), "problem": Value(problem)]
    }
}

extension Workspace {
    /// Every channel that its file declares, sorted by name.
    package var channelStates: [ChannelState] {
        definition.channels.sorted { $0.name < $1.name }.map { definition in
            let channel = channels[definition.name]
            return ChannelState(
                name: definition.name, type: definition.part.type,
                recipient: channel is UnavailableChannel ? nil : channel?.recipient, problem: channel?.problem)
        }
    }

    /// Gives channels a notification that says that it is a test, once each, in turn. It belongs to no run and is not on record;
    /// its receiver finds `test` in its data.
    ///
    /// - Parameters:
    ///   - names: of channels.
    ///   - pool: for calls that block.
    ///   - report: gets what came of each, with the channel's name and the notification's id.
    /// - Throws: `Problem` of kind `notFound` before anything is sent; what `report` throws.
    package func test(
        channels names: [String], pool: WorkerPool, report: (String, DeliveryOutcome, String) throws -> Void
    ) async throws {
        for (name, channel) in try names.map({ (name: $0, channel: try channel(named: $0)) }) {
            let (outcome, id) = await test(channel, named: name, pool: pool)
            try report(name, outcome, id)
        }
    }

    private func channel(named name: String) throws -> any NotificationChannel {
        if let channel = channels[name] { return channel }
        let hint = Self.hint(for: name, in: channels.names)
        throw Problem(
            .notFound, "There is no channel `\(Printable.short(name))`.\(hint)",
            advice: hint.isEmpty ? [.listChannels] : [])
    }

    private func test(
        _ channel: any NotificationChannel, named name: String, pool: WorkerPool
    ) async -> (outcome: DeliveryOutcome, id: String) {
        let now = Timestamp.now()
        let run = Identifier.run(at: now)
        let notification = Notification(
            id: "\(run).test", channel: name, subject: "Test of the channel \(name)",
            body: "This is a test. No document and no run has anything to do with it.", data: ["test": true], run: run,
            stage: "test", createdAt: now)
        let outcome = await withTaskExecutorPreference(pool) { await channel.deliver(notification) }
        return (outcome, notification.id)
    }
}
