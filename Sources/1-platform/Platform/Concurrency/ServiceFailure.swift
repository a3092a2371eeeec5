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
