internal import Platform
internal import Representations
internal import Workspaces

/// Whether there is a backup, and how old the last one is.
enum BackupChecks {
    /// Whoever makes one a week, and misses it by a few hours, is not warned.
    static let limit = Duration.seconds(8 * 86_400)

    /// A clock that was set back by less is no reason for a warning.
    static let clockError = Duration.seconds(3_600)

    /// - Parameters:
    ///   - state: the workspace's state folder.
    ///   - hasDocuments: whether there is something to lose.
    static func findings(in state: Path, hasDocuments: Bool, now: Timestamp) -> [Finding] {
        if !hasDocuments { return [] }
        do throws(SystemError) {
            guard let last = try LastBackup.read(in: state) else {
                return [
                    .warning(
                        "backup", "there are documents, and no backup of them is on record",
                        advice: advice + "; those that went to standard output or to a browser are not on record")
                ]
            }
            let message = "the last backup on record is of \(HumanFormat.time(last))"
            if last > now.advanced(by: clockError) {
                return [
                    Finding(
                        "backup", .warning, message + ", which is still to come",
                        advice: "see whether the clock is right, and \(advice)", time: last)
                ]
            }
            if now <= last.advanced(by: limit) { return [Finding("backup", .ok, message, time: last)] }
            return [
                Finding(
                    "backup", .warning, message + ", which is more than 8 days ago", advice: advice, time: last)
            ]
        } catch {
            return [.warning("backup", "it is not known when the last backup was made: \(error)", advice: advice)]
        }
    }

    private static let advice = "make one every night: the guide \"Backup, restore and moving\" shows how"
}
