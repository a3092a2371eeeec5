import Glibc
import Platform

/// A terminal that nobody looks at: what is written to `device` can be read from `screen`.
final class PseudoTerminal {
    let screen: FileDescriptor
    let device: FileDescriptor

    init(columns: UInt16) throws {
        var ends: (screen: Int32, device: Int32) = (0, 0)
        try systemCall("open a terminal") { openpty(&ends.screen, &ends.device, nil, nil, nil) }
        screen = FileDescriptor(owning: ends.screen)
        device = FileDescriptor(owning: ends.device)
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try systemCall("size the terminal") { ioctl(device.number, UInt(TIOCSWINSZ), &size) }
    }
}
