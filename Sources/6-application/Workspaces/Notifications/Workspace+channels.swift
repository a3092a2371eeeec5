package import Pipelines
package import Platform
internal import Representations

/// A channel as the workspace file declares it.
package struct ChannelState: JSONRepresentable, Sendable, Hashable {
    package let name: String
    package let type: String
    /// Where what it is given goes; nil: its settings cannot be computed.
    package let recipient: String?
    /// Why it keeps what it is given for later; nil: it delivers.
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
            let problem = (channel as? UnavailableChannel)?.reason
            return ChannelState(
                name: definition.name, type: definition.part.type,
                recipient: problem == nil ? channel?.recipient : nil, problem: problem)
        }
    }

    /// Gives a channel a notification that says that it is a test, once. It belongs to no run and is not on record; its receiver
    /// finds `test` in its data.
    ///
    /// - Parameters:
    ///   - name: of a channel.
    ///   - pool: for calls that block.
    /// - Returns: what came of it, and the notification's id.
    /// - Throws: `Problem` of kind `notFound`.
    package func test(channel name: String, pool: WorkerPool) async throws -> (outcome: DeliveryOutcome, id: String) {
        guard let channel = channels[name] else {
            throw Problem(
                .notFound,
                "There is no channel `\(Printable.short(name))`." + Self.hint(for: name, in: channels.names))
        }
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
