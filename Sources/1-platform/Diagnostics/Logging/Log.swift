/// Where services tell what happens. A value that is passed on; never a global.
public struct Log: Sendable {
    /// Takes an entry that was put together before.
    public let write: @Sendable (LogEntry) -> Void

    /// - Parameter write: gets every entry, on any thread, one at a time or several at once; must not block for long.
    public init(_ write: @escaping @Sendable (LogEntry) -> Void) {
        self.write = write
    }

    /// Tells nobody.
    public static let none = Log { _ in }

    public func debug(_ event: String, _ message: String, _ fields: LogEntry.Field...) {
        write(LogEntry(.debug, event, message, fields))
    }

    public func info(_ event: String, _ message: String, _ fields: LogEntry.Field...) {
        write(LogEntry(.info, event, message, fields))
    }

    public func warning(_ event: String, _ message: String, _ fields: LogEntry.Field...) {
        write(LogEntry(.warning, event, message, fields))
    }

    public func error(_ event: String, _ message: String, _ fields: LogEntry.Field...) {
        write(LogEntry(.error, event, message, fields))
    }
}
