package import Diagnostics

extension Log {
    package func debug(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.debug, event, message, fields))
    }

    package func info(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.info, event, message, fields))
    }

    package func warning(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.warning, event, message, fields))
    }

    package func error(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.error, event, message, fields))
    }
}
