internal import Glibc
package import Platform

/// Why a service that seems to be there tells nothing, and what to do about it.
package enum SilentService {
    /// It listens and says nothing: it was stopped, or its threads are stuck.
    package static func isSilent(_ error: SystemError) -> Bool {
        [EAGAIN, EWOULDBLOCK, ETIMEDOUT].contains(error.code)
    }

    /// This user may not ask.
    package static func isForeign(_ error: SystemError) -> Bool { [EACCES, EPERM].contains(error.code) }

    /// "the service (process 123) does not answer within 3 s".
    ///
    /// - Parameter root: the workspace's folder.
    package static func message(in root: Path) -> String {
        let seconds = ControlQuery.timeout.components.seconds
        return "the service\(holder(in: root).map { " (process \($0))" } ?? "") does not answer within \(seconds) s"
    }

    /// What to do when it does not answer.
    package static func advice(in root: Path) -> String {
        guard let process = holder(in: root) else {
            return "look at its log (journalctl -u compass), and restart it"
        }
        return "if it was stopped (`ps -o stat= -p \(process)` begins with T), `kill -CONT \(process)` resumes it; "
            + "otherwise look at its log (journalctl -u compass), and restart it"
    }

    private static func holder(in root: Path) -> Int32? {
        UpLock.holder(root == "." ? UpLock.name : root.appending(UpLock.name))
    }
}

/// The service of a workspace cannot be asked.
package struct SilentServiceError: Error, CustomStringConvertible {
    package let description: String

    /// - Parameter root: the workspace's folder.
    package init(_ error: SystemError, in root: Path) {
        if SilentService.isSilent(error) {
            description = "\(SilentService.message(in: root)); \(SilentService.advice(in: root))"
        } else if SilentService.isForeign(error) {
            description =
                "\(error), so the service cannot be asked: run this as the user that it runs as, or as root"
        } else {
            description = "\(error)"
        }
    }
}
