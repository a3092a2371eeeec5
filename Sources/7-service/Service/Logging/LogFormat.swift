internal import Glibc
package import Platform

/// How a service's log is written.
package enum LogFormat: String, Sendable, CaseIterable {
    /// `journald` when the journal reads standard error, otherwise `text` where people look at it, otherwise `logfmt`.
    case auto
    /// For people.
    case text
    /// `key=value` pairs, https://brandur.org/logfmt.
    case logfmt
    /// One JSON object a line.
    case json
    /// The journal's own protocol, with every field apart.
    case journald

    /// What `auto` comes to; the others stay.
    ///
    /// - Parameters:
    ///   - errors: standard error.
    ///   - isInteractive: whether people look at it.
    ///   - environment: looks a variable up.
    package func resolved(
        errors: FileDescriptor, isInteractive: Bool, environment: (String) -> String? = LogFormat.processVariable
    ) -> LogFormat {
        if self != .auto { return self }
        if Self.journalReads(errors, environment: environment) { return .journald }
        return isInteractive ? .text : .logfmt
    }

    /// Whether a descriptor leads to the journal: `JOURNAL_STREAM` names its device and inode, see systemd.exec(5). A
    /// process whose standard error was redirected has inherited the variable, and not the descriptor.
    static func journalReads(
        _ descriptor: FileDescriptor, environment: (String) -> String? = LogFormat.processVariable
    ) -> Bool {
        guard let text = environment("JOURNAL_STREAM"), let status = try? descriptor.status() else { return false }
        return text == "\(status.device):\(status.inode)"
    }

    package static let processVariable: @Sendable (String) -> String? = { getenv($0).map { String(cString: $0) } }
}
