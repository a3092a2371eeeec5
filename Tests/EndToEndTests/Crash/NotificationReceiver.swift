import CompassTesting
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

    private let folder: TestFolder
    private let server: PythonServer

    var port: Int { server.port }

    static func shared() throws -> NotificationReceiver { try sharedReceiver.get() }

    private static let sharedReceiver = Result { try NotificationReceiver() }

    private init() throws {
        folder = try TestFolder()
        server = try PythonServer(Path(#filePath).folder.appending("Servers/receiver.py"), [folder.path])
    }

    /// What it took for a name, in order.
    func taken(_ mode: Mode, _ name: String) throws -> [Announcement] {
        let file = folder.file("\(mode)-\(name)")
        guard Files.exists(file) else { return [] }
        return try Announcement.read(try Files.read(file, limit: 1 << 26))
    }
}
