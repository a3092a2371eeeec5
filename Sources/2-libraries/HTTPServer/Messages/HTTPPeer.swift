/// Where a connection comes from.
public enum HTTPPeer: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address in numbers.
    case address(String)
    /// A Unix socket.
    case unix

    /// As a log shows it.
    public var description: String {
        switch self {
        case .address(let address): address
        case .unix: "unix"
        }
    }
}
