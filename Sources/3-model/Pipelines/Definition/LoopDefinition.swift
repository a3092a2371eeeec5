/// `for-each`: the stage runs once for every element of a list, or the children of a `parallel` group once each.
public struct LoopDefinition: Sendable {
    /// How many elements go on at a time unless the pipeline says otherwise.
    public static let standardParallel = 4

    /// A list.
    public let list: CompiledValue
    /// What expressions call the element.
    public let name: String
    /// At least 1.
    public let maxParallel: Int
    /// Whether no further element starts after one was rejected or failed.
    public let failFast: Bool

    public init(
        list: CompiledValue, name: String = "item", maxParallel: Int = standardParallel, failFast: Bool = true
    ) {
        self.list = list
        self.name = name
        self.maxParallel = maxParallel
        self.failFast = failFast
    }
}
