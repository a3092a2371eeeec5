/// A schedule's text, read as cronie on Debian reads it, with seconds as an optional leading sixth field, Quartz's
/// `L W LW L-n #` and Jenkins' `H`. A value. What is accepted in full stands in `docs/guides/schedules.md`.
public struct CronExpression: Sendable, Hashable {
    public let text: String
    /// What can be carried out and is probably not meant, in the text's order.
    public let warnings: [CronWarning]
    let table: CronTable

    /// - Parameter seed: what `H` stands for a fixed time of; usually the pipeline's name.
    /// - Throws: `CronError`, also for dates that never come, such as 30 February.
    public init(_ text: String, seed: String) throws(CronError) {
        var parser = CronParser(text, seed: seed)
        self.text = text
        table = try parser.parse()
        warnings = parser.warnings
    }

    /// Whether real intervals are kept when clocks are changed: the text of the minute or the hour begins with `*`.
    public var isInterval: Bool { table.isInterval }
}
