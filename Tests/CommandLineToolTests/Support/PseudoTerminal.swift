import Glibc
import Platform

/// A terminal that nobody looks at: what is written to `device` can be read from `screen`.
final class PseudoTerminal {
    let screen: FileDescriptor
    let device: FileDescriptor

    init(columns: UInt16) throws {
        let master = try systemCall("open a terminal") { posix_openpt(O_RDWR | O_NOCTTY) }
        screen = FileDescriptor(owning: master)
        try systemCall("grant") { grantpt(master) }
        try systemCall("unlock") { unlockpt(master) }
        guard let name = ptsname(master) else { throw SystemError("name the terminal") }
        device = try FileDescriptor.open(Path(cString: name), flags: O_RDWR | O_NOCTTY)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try systemCall("size the terminal") { ioctl(device.number, UInt(TIOCSWINSZ), &size) }
    }
}
