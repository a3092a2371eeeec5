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

/// A service that ended although nobody had asked it to.
public struct ServiceFailure: Error, Sendable, CustomStringConvertible {
    /// The service's name.
    public let service: String
    /// What it threw; nil: it returned.
    public let cause: (any Error)?

    public init(service: String, cause: (any Error)?) {
        self.service = service
        self.cause = cause
    }

    public var description: String {
        "The service `\(service)` has ended by itself" + (cause.map { ": \($0)" } ?? ", and it gave no reason.")
    }
}
