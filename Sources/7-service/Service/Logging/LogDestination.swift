package import Diagnostics
package import Platform

/// Where a log goes. Called on the log's own thread, one entry at a time; may block.
package protocol LogDestination: Sendable {
    /// - Throws: `SystemError` when the entry is lost.
    func write(_ entry: LogEntry, at time: Timestamp) throws(SystemError)
}
