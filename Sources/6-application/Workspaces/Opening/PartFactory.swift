package import Documents
package import Pipelines
internal import Platform
internal import Representations

/// Makes the channels and finds the object store that a workspace file declares.
package struct PartFactory {
    package let folder: WorkspaceFolder
    package let registry: Registry
    package let secrets: Secrets

    package init(folder: WorkspaceFolder, registry: Registry, secrets: Secrets) {
        self.folder = folder
        self.registry = registry
        self.secrets = secrets
    }

    /// A channel whose settings cannot be computed, such as for a secret that is not there, keeps what it is given for
    /// later: commands that announce nothing need no secrets.
    ///
    /// - Returns: the channels, and a sentence for each that cannot deliver now.
    package func channels() -> (channels: Pipelines.Channels, problems: [String]) {
        var channels: [String: any NotificationChannel] = [:]
        var problems: [String] = []
        for definition in folder.definition.channels {
            do {
                let channel = try channel(definition)
                channels[definition.name] = channel
                if let problem = channel.problem { problems.append(Self.sentence(definition, problem)) }
            } catch {
                channels[definition.name] = UnavailableChannel(reason: "\(error)")
                problems.append("\(error)")
            }
        }
        return (Pipelines.Channels(channels), problems)
    }

    /// The channels that cannot deliver now, each with a sentence without a full stop.
    func unavailableChannels() -> [(channel: ChannelDefinition, reason: String)] {
        folder.definition.channels.compactMap { definition -> (channel: ChannelDefinition, reason: String)? in
            do {
                return try channel(definition).problem.map { (definition, Self.sentence(definition, $0)) }
            } catch {
                return (definition, "\(error)")
            }
        }
    }

    private static func sentence(_ definition: ChannelDefinition, _ problem: String) -> String {
        "channel `\(definition.name)`: \(problem)"
    }

    private func channel(_ definition: ChannelDefinition) throws -> any NotificationChannel {
        let name = "channel `\(definition.name)`"
        guard let type = registry.channels[definition.part.type] else {
            throw Problem.invalidRequest("\(name): this program has no channels of type `\(definition.part.type)`")
        }
        do {
            return try type.make(definition.part, in: context(name))
        } catch {
            throw Problem.invalidRequest("\(name): \(error.message)")
        }
    }

    private func context(_ name: String) -> PartContext {
        PartContext(name: name, root: folder.root, reach: folder.definition.reach) { [secrets] in secrets[$0] }
    }

    /// Where the object store is; opens nothing.
    ///
    /// - Throws: `Problem` when a setting cannot be computed.
    package func objectStore() throws -> any ObjectStorePlace {
        let definition = folder.definition.storage
        guard let type = registry.objectStores[definition.type] else {
            throw Problem.invalidRequest("`storage`: this program has no object stores of type `\(definition.type)`")
        }
        do {
            return try type.make(definition, in: context("`storage`"))
        } catch {
            throw Problem.invalidRequest("`storage`: \(error.message)")
        }
    }
}

/// Stands for a channel whose settings cannot be computed now. What it is given stays in the outbox.
package struct UnavailableChannel: NotificationChannel {
    package static let kind = "unavailable"
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
    package let concurrency = 64
    package var recipient: String { "not available: \(reason)" }
    package var problem: String? { reason }

    package func deliver(_ notification: Notification) async -> DeliveryOutcome {
        .retry(reason: reason, after: nil)
    }
}
