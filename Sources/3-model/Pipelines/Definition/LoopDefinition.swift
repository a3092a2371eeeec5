/// `for-each`: the stage runs once for every element of a list, or the children of a `parallel` group once each.
public struct LoopDefinition: Sendable {
    /// How many elements go on at a time unless the pipeline says otherwise.
    public static let standardParallel = 4
    /// What a stage with `for-each` gives as a whole; the outputs of its type are those of single elements.
    public static let outputs = [
        Fact("count", .integer, "How many elements there are."),
        Fact("succeeded", .integer, "How many of them succeeded."),
        Fact("failed", .integer, "How many failed."), Fact("rejected", .integer, "How many were rejected."),
        Fact("skipped", .integer, "How many were not begun."),
    ]

    /// A list; empty for a group, whose elements are its children.
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
