public import Platform

/// What a stage with an effect would do.
public struct EffectPreview: Sendable, Hashable {
    /// In the order in which they would happen.
    public var effects: [PlannedEffect]
    /// What its outputs would be, as far as that can be known.
    public var outputs: Record

    public init(effects: [PlannedEffect], outputs: Record) {
        self.effects = effects
        self.outputs = outputs
    }
}

/// One change of the world that would follow, or that is not needed.
public struct PlannedEffect: Sendable, Hashable {
    /// What would be done.
    public enum Action: String, Sendable, CaseIterable, Hashable {
        case storeObject = "store-object"
        case createVersion = "create-version"
        case share
        case notify
        case trash
        /// Something that only the stage knows.
        case perform
    }

    public let action: Action
    /// What it is done to: an object's key, a title, a school, a channel.
    public let target: String
    /// More about it, by stable names, for programs.
    public let detail: Record
    /// False when the world is like that already.
    public let isChange: Bool
    /// The whole in a sentence, for people; nil: made of the rest.
    public let text: String?

    public init(
        _ action: Action, target: String, detail: Record = [:], isChange: Bool = true, text: String? = nil
    ) {
        self.action = action
        self.target = target
        self.detail = detail
        self.isChange = isChange
        self.text = text
    }
}
