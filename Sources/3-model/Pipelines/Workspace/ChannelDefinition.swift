public import Platform

/// A channel of the workspace file.
public struct ChannelDefinition: Sendable {
    /// What it needs, by its type.
    public enum Kind: Sendable {
        /// Appends lines of JSON to a file, relative to the workspace.
        case log(file: Path)
        /// Sends requests. The texts are computed when the channel is made: they may hold secrets. `confirm`: where the
        /// receiver is asked whether it has a notification.
        case webhook(
            url: CompiledValue, secret: CompiledValue?, headers: [Header], timeout: TimeSpan, confirm: CompiledValue?)
    }

    /// A header of a webhook's requests.
    public struct Header: Sendable {
        public let name: String
        /// A string.
        public let value: CompiledValue
    }

    public let name: String
    public let kind: Kind

    /// What every workspace has.
    public static let standard = ChannelDefinition(name: "log", kind: .log(file: ".compass/notifications.ndjson"))
}
