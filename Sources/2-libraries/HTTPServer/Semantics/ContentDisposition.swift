/// `Content-Disposition` of an answer (RFC 6266), with a file's name that is safe on any client (RFC 8187).
public struct ContentDisposition: Sendable, Hashable, CustomStringConvertible {
    /// Bytes of a name.
    static let longestName = 150

    /// Whether it is shown; otherwise it is saved.
    public let isInline: Bool
    /// As it is sent: without separators of paths, controls, marks of the writing direction and leading dots, 150 bytes at
    /// most, its extension kept.
    public let name: String

    /// - Parameters:
    ///   - name: any text; what is unsafe in it is left out or replaced.
    ///   - isInline: as the property.
    public init(name: String, isInline: Bool = false) {
        self.isInline = isInline
        self.name = Self.safe(name)
    }

    /// The value of the field: the name in ASCII for old clients, then as it is.
    public var description: String {
        let fallback = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { $0.isASCII && !"\"\\%".unicodeScalars.contains($0) ? $0 : "_" }))
        let kind = isInline ? "inline" : "attachment"
        let plain = "\(kind); filename=\"\(fallback)\""
        if fallback == name { return plain }
        return "\(plain); filename*=UTF-8''\(PercentEncoding.encode(name, keeping: "!#$&+-.^_`|~"))"
    }

    private static func safe(_ name: String) -> String {
        var scalars = String.UnicodeScalarView(name.unicodeScalars.map { isUnsafe($0) ? "_" : $0 })
        while let first = scalars.first, first == "." || first == " " { scalars.removeFirst() }
        // Windows drops them.
        while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
        var name = String(scalars)
        if name.isEmpty { name = "_" }
        if isDevice(name) { name = "_" + name }
        return shortened(name)
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: "/\\:*?<>|".unicodeScalars.contains(scalar)
        }
    }

    /// Whether Windows takes it for a device, whatever its extension.
    private static func isDevice(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
            && "0123456789".contains(stem.suffix(1))
    }

    /// Whole characters, and the extension as well, if it is a sensible one.
    private static func shortened(_ name: String) -> String {
        if name.utf8.count <= longestName { return name }
        var end = ""
        if let dot = name.lastIndex(of: "."), name[dot...].utf8.count <= 16 { end = String(name[dot...]) }
        var stem = name.dropLast(end.count)
        while stem.utf8.count + end.utf8.count > longestName { stem.removeLast() }
        return stem + end
    }
}
