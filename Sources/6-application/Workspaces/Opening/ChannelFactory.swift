internal import Channels
internal import HTTPClient
package import Pipelines
internal import Platform
internal import Representations

/// Makes the channels that a workspace file declares.
package struct ChannelFactory {
    package let folder: WorkspaceFolder
    package let secrets: Secrets

    package init(folder: WorkspaceFolder, secrets: Secrets) {
        self.folder = folder
        self.secrets = secrets
    }

    /// A channel whose settings cannot be computed, such as for a secret that is not there, keeps what it is given for
    /// later: commands that announce nothing need no secrets.
    ///
    /// - Returns: the channels, and a sentence for each that is not available.
    package func channels() -> (channels: Pipelines.Channels, problems: [String]) {
        var channels: [String: any NotificationChannel] = [:]
        var problems: [String] = []
        for definition in folder.definition.channels {
            do {
                channels[definition.name] = try channel(definition)
            } catch {
                channels[definition.name] = UnavailableChannel(reason: "\(error)")
                problems.append("\(error)")
            }
        }
        return (Pipelines.Channels(channels), problems)
    }

    private func channel(_ definition: ChannelDefinition) throws -> any NotificationChannel {
        switch definition.kind {
        case .log(let file):
            return LogChannel(file: folder.path(file))
        case .webhook(let url, let secret, let headers, let timeout, let confirm):
            return WebhookChannel(
                url: try text(url, of: definition), secret: try secret.map { try text($0, of: definition) },
                headers: try headers.map { ($0.name, try text($0.value, of: definition)) },
                timeout: .milliseconds(timeout.milliseconds),
                confirm: try confirm.map { try text($0, of: definition) })
        }
    }

    private func text(_ value: CompiledValue, of definition: ChannelDefinition) throws -> String {
        do {
            return try value.value(
                in: Environment(roots: [:], outcome: .succeeded, secret: { [secrets] in secrets[$0] })
            ).text
        } catch {
            throw Problem.invalidRequest("channel `\(definition.name)`: \(error.message)")
        }
    }
}
