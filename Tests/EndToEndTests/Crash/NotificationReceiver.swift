import Glibc
import Platform
import Testing

/// `Servers/receiver.py` in a process of its own; one for all tests, which take different names.
final class NotificationReceiver: Sendable {
    /// Whether the receiver drops repeats itself.
    enum Mode: String, CaseIterable {
        /// Takes every request, and says which it has.
        case plain
        /// Takes the first request of each id.
        case once
    }

    let port: Int
    private let folder: Path
    private let process: ChildProcess

    static func shared() throws -> NotificationReceiver { try sharedReceiver.get() }

    private static let sharedReceiver = Result { try NotificationReceiver() }

    private init() throws {
        folder = try Sandbox.temporaryFolder()
        let script = Path(#filePath).folder.appending("Servers/receiver.py")
        process = try ChildProcess("/usr/bin/python3", [script, folder], input: .pipe, errors: .inherit)
        let line = try process.output?.line() ?? []
        guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
            throw SystemError("start", on: script.description, code: ECHILD)
        }
        self.port = port
    }

    /// What it took for a name, in order.
    func taken(_ mode: Mode, _ name: String) throws -> [Announcement] {
        let file = folder.appending(Path("\(mode)-\(name)"))
        guard Files.exists(file) else { return [] }
        return try Announcement.read(try Files.read(file, limit: 1 << 26))
    }
}
