internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// Shows on a terminal how far a backup is, at most every 100 ms. Call it from any thread.
final class BackupDisplay: Sendable {
    private let streams: StandardStreams
    private let shownAt = Mutex<ContinuousClock.Instant?>(nil)

    init(_ streams: StandardStreams) {
        self.streams = streams
    }

    func show(_ progress: BackupProgress) {
        guard streams.errorTerminal.isInteractive else { return }
        let now = ContinuousClock.now
        let isDue = shownAt.withLock { last in
            if let last, now - last < .milliseconds(100) { return false }
            last = now
            return true
        }
        if isDue { streams.reportProgress(Self.text(progress)) }
    }

    /// Clears the line.
    func end() {
        if shownAt.withLock({ $0 != nil }) { streams.reportProgress("") }
    }

    private static func text(_ progress: BackupProgress) -> String {
        switch progress {
        case .copyingDatabase: "copying the database …"
        case .writing(let bytes, let total):
            "\(HumanFormat.size(bytes))\(total > 0 ? " of about \(HumanFormat.size(max(bytes, total)))" : "") copied …"
        case .reading(let bytes): "\(HumanFormat.size(bytes)) compared …"
        }
    }
}
