/// The 32 bytes that SHA-256 and HMAC-SHA-256 give.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// In bytes.
    public static let count = 32

    /// Always 32.
    public let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// From 64 hexadecimal digits of either case; nil when it is anything else.
    public init?(hex: String) {
        guard hex.utf8.count == Self.count * 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.count)
        var high: UInt8?
        for digit in hex.utf8 {
            guard let value = Self.value(of: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits, as sha256sum(1) prints them.
    public var hex: String {
        String(unsafeUninitializedCapacity: Self.count * 2) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[index * 2] = Self.digit(byte >> 4)
                buffer[index * 2 + 1] = Self.digit(byte & 15)
            }
            return Self.count * 2
        }
    }

    public var description: String { hex }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
