/// A number of bytes, written with its unit: `100MB` is 10^8, `100MiB` is 100 × 2^20.
public struct ByteSize: Hashable, Comparable, Sendable {
    /// Not negative.
    public let bytes: Int64

    public init(bytes: Int64) {
        self.bytes = bytes
    }

    public static func < (left: ByteSize, right: ByteSize) -> Bool { left.bytes < right.bytes }

    /// Powers of 1000 (SI) and of 1024 (IEC 80000-13); `KB` is the customary spelling of `kB`.
    static let units: [Quantity.Unit] = [
        .init("B", 1), .init("kB", 1_000), .init("KB", 1_000), .init("KiB", 1 << 10), .init("MB", 1_000_000),
        .init("MiB", 1 << 20), .init("GB", 1_000_000_000), .init("GiB", 1 << 30), .init("TB", 1_000_000_000_000),
        .init("TiB", 1 << 40),
    ]

    static let pattern = #"^([0-9]+(\.[0-9]+)?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)|\$\{\{.*\}\})$"#

    /// Reads `100MB`, `1.5GB`; units `B kB KB MB GB TB KiB MiB GiB TiB`, in exactly this spelling.
    ///
    /// - Throws: `LiteralError` for a bare number, an unknown unit, a fraction of a byte, and what Int64 cannot hold.
    public init(_ text: String) throws(LiteralError) {
        let parts = try Quantity.parse(text, label: "size", units: Self.units, examples: ["MB", "B"])
        guard parts.count == 1 else {
            throw LiteralError(
                "`\(Quantity.shown(text))` is not a size", hint: "write it with one unit, such as `1.5GB`")
        }
        bytes = parts[0].amount
    }
}

extension ByteSize: CustomStringConvertible {
    /// The shortest form that is exact, without a fraction: "100MB", "1GiB", "1500B".
    public var description: String { Quantity.shortest(bytes, units: Self.units.filter { $0.name != "KB" }) }
}
