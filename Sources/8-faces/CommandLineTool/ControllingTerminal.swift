internal import Glibc
internal import Platform

/// The terminal that the process was started from. When its window is closed, the kernel sends the same signal that
/// administrators send to have definitions read anew.
struct ControllingTerminal: Sendable {
    private static let path: Path = "/dev/tty"

    /// nil when there is none.
    init?() {
        guard Self.isThere else { return nil }
    }

    var isGone: Bool { !Self.isThere }

    private static var isThere: Bool {
        (try? FileDescriptor.open(path, flags: O_RDWR | O_NOCTTY)) != nil
    }
}
