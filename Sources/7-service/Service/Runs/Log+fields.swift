internal import Diagnostics

extension Log {
    func debug(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.debug, event, message, fields))
    }

    func info(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.info, event, message, fields))
    }

    func warning(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.warning, event, message, fields))
    }

    func error(_ event: String, _ message: String, _ fields: [LogEntry.Field]) {
        write(LogEntry(.error, event, message, fields))
    }
}
