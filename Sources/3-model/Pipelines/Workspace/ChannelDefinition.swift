/// A channel of the workspace file.
public struct ChannelDefinition: Sendable {
    public let name: String
    public let part: PartDefinition

    public init(name: String, part: PartDefinition) {
        self.name = name
        self.part = part
    }

    /// What every workspace has.
    public static let standard = ChannelDefinition(name: "log", part: PartDefinition(type: "log"))
}
