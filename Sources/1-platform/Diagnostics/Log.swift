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

    /// For whoever looks for a mistake; not shown unless asked for. Event and fields as in `LogEntry`.
    public func debug(_ event: String, _ message: String, _ fields: LogEntry.Field...) {
        write(LogEntry(.debug, event, message, fields))
    }

    /// What goes as it should. Event and fields as in `LogEntry`.
    public func info(_ event: String, _ message: String, _ fields: LogEntry.Field...) {
        write(LogEntry(.info, event, message, fields))
    }

    /// What went wrong and goes on by itself, or may want a look. Event and fields as in `LogEntry`.
    public func warning(_ event: String, _ message: String, _ fields: LogEntry.Field...) {
        write(LogEntry(.warning, event, message, fields))
    }

    /// What has failed and will not go on by itself. Event and fields as in `LogEntry`.
    public func error(_ event: String, _ message: String, _ fields: LogEntry.Field...) {
        write(LogEntry(.error, event, message, fields))
    }
}
