/// How many runs of a group may go on at a time.
public struct ConcurrencyDefinition: Sendable {
    /// A string; runs with equal ones form a group.
    public let group: CompiledValue
    /// At least 1.
    public let limit: Int

    public init(group: CompiledValue, limit: Int) {
        self.group = group
        self.limit = limit
    }
}
