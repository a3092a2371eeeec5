/// A part of a long-lived process.
public protocol Service: Sendable {
    /// For messages: "watches".
    var name: String { get }

    /// Works until `stop` was called and what had begun is brought to an end. A service that returns or throws before
    /// that ends its group. When its task is cancelled, it ends as soon as it can.
    func run() async throws

    /// Asks it to end, and does not wait for that. Also called before `run`, and more than once; must not block.
    func stop()
}
