/// What kind of trouble a failure is, as far as trying again depends on it. A document that breaks a rule is no failure
/// but a rejection, and has no class.
public enum ErrorClass: String, Sendable, CaseIterable, Hashable {
    /// No connection, or one that broke.
    case network
    /// An answer that did not come in time.
    case timeout
    /// Asked to come back later.
    case throttled
    /// The other side failed.
    case server
    /// The disk is full, read-only or failing, or a database is locked: may heal without anybody touching the pipeline.
    case storage
    /// Everything else; trying again at once is not likely to help, waiting may.
    case other
    /// What no waiting mends: a file that is not there, a setting that is wrong. Never tried again.
    case permanent

    /// Those that a pipeline's `retry` may name.
    public static let retryable: [ErrorClass] = allCases.filter { $0 != .permanent }
}

/// An error that knows its class.
public protocol ClassifiedError: Error {
    /// What kind of trouble it is.
    var errorClass: ErrorClass { get }
    /// A stable word for it in kebab-case, shown as the error's `kind`: "disk-full".
    var kind: String { get }
}
