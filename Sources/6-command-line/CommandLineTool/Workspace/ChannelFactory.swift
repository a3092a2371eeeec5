internal import Channels
internal import HTTPClient
internal import Pipelines
internal import Platform

/// Makes the channels that a workspace file declares.
struct ChannelFactory {
    let folder: WorkspaceFolder
    let secrets: Secrets

    /// - Throws: `UsageError` when a setting cannot be computed, such as for a secret that is not there.
    func channels() throws -> Pipelines.Channels {
        var channels: [String: any NotificationChannel] = [:]
        for definition in folder.definition.channels {
            channels[definition.name] = try channel(definition)
        }
        return Pipelines.Channels(channels)
    }

    private func channel(_ definition: ChannelDefinition) throws -> any NotificationChannel {
        switch definition.kind {
        case .log(let file):
            return LogChannel(file: folder.path(file))
        case .webhook(let url, let secret, let headers, let timeout):
            return WebhookChannel(
                url: try text(url, of: definition), secret: try secret.map { try text($0, of: definition) },
                headers: try headers.map { ($0.name, try text($0.value, of: definition)) },
                timeout: .milliseconds(timeout.milliseconds))
        }
    }

    private func text(_ value: CompiledValue, of definition: ChannelDefinition) throws -> String {
        do {
            return try value.value(
                in: Environment(roots: [:], outcome: .succeeded, secret: { [secrets] in secrets[$0] })
            ).text
        } catch {
            throw UsageError("channel `\(definition.name)`: \(error.message)")
        }
    }
}
