internal import Glibc

/// An IPv4 or IPv6 address. An IPv4 address within an IPv6 one (`::ffff:10.0.0.1`, or behind the NAT64 prefix `64:ff9b::`) is
/// the IPv4 address, since that is what a packet to it reaches.
public struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes, in the order of the network.
    public let bytes: [UInt8]

    /// - Parameter bytes: 4 or 16 of them.
    /// - Returns: nil for another number of bytes.
    public init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16: self.bytes = Self.carriers.contains { bytes.starts(with: $0) } ? Array(bytes.suffix(4)) : bytes
        default: return nil
        }
    }

    /// - Parameter text: as inet_pton(3) reads it, without brackets: "192.168.1.20", "fd00::1". Other spellings of IPv4
    ///   ("0x7f.1", "2130706433") are none.
    public init?(_ text: String) {
        guard let address = Self.read(text) else { return nil }
        self = address
    }

    /// Whether it is an address that the whole Internet reaches one machine by, after IANA's registries of special-purpose
    /// addresses. What is not known to be one is none.
    public var isPublic: Bool {
        let isGlobal = bytes.count == 4 || Self.globalUnicast.contains { $0.contains(self) }
        return isGlobal && !Self.special.contains { $0.contains(self) }
    }

    /// "192.168.1.20", "fd00::1".
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(INET6_ADDRSTRLEN)) != nil else { return "\(bytes)" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func read(_ text: String) -> NetworkAddress? {
        // A C string would end at a NUL.
        if text.utf8.contains(0) { return nil }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return NetworkAddress(bytes: bytes) }
        }
        return nil
    }

    private static let carriers: [[UInt8]] = [
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    private static let globalUnicast = ranges(["2000::/3"])
    private static let special = ranges([
        // This network, private ones, carriers', loopback, link-local, protocol assignments, documentation, 6to4 relays,
        // benchmarks, multicast and all above.
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/3",
        // Protocol assignments with Teredo, documentation twice, 6to4.
        "2001::/23", "2001:db8::/32", "3fff::/20", "2002::/16",
    ])

    private static func ranges(_ texts: [String]) -> [AddressRange] { texts.compactMap { AddressRange($0) } }
}

/// The addresses that begin with the same bits: an address, or a network such as `192.168.1.0/24`.
public struct AddressRange: Sendable, Hashable {
    private let bytes: [UInt8]
    private let bits: Int

    /// - Parameter text: an address, which stands for itself, or an address, `/` and how many bits count.
    /// - Returns: nil when it is neither, and when bits behind those that count are set.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(String(first)) else { return nil }
        bytes = address.bytes
        let all = address.bytes.count * 8
        guard parts.count == 2 else {
            bits = all
            return
        }
        let digits = parts[1]
        // An IPv4 address that was written within an IPv6 one has other bits than were counted.
        guard first.contains(":") == (all == 128), (1...3).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let bits = Int(digits), bits <= all
        else { return nil }
        self.bits = bits
        for index in bits..<all where Self.bit(index, of: address.bytes) { return nil }
    }

    /// Whether an address is one of them.
    public func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == bytes.count else { return false }
        return (0..<bits).allSatisfy { Self.bit($0, of: address.bytes) == Self.bit($0, of: bytes) }
    }

    private static func bit(_ index: Int, of bytes: [UInt8]) -> Bool {
        (bytes[index / 8] >> UInt8(7 - index % 8)) & 1 == 1
    }
}

/// Which addresses requests may go to.
public struct NetworkReach: Sendable, Hashable {
    private let allowed: [AddressRange]?

    /// Everything, this machine and its network included.
    public static let everywhere = NetworkReach(allowed: nil)

    /// Public addresses, and of all others those of `ranges`.
    public static func `public`(and ranges: [AddressRange]) -> NetworkReach { NetworkReach(allowed: ranges) }

    private init(allowed: [AddressRange]?) {
        self.allowed = allowed
    }

    /// Whether requests may go to an address.
    public func allows(_ address: NetworkAddress) -> Bool {
        guard let allowed else { return true }
        return address.isPublic || allowed.contains { $0.contains(address) }
    }
}
