/// How a name in a file may be spelled.
enum NameRule: String, Sendable, CaseIterable {
    /// Of pipelines, stages and stage types.
    case kebab
    /// Of inputs and loop variables.
    case input
    /// Of environment variables and secrets.
    case variable
    /// Of channels.
    case channel
    /// Anything that is not empty.
    case any

    /// As documentation and the JSON Schema have it.
    var pattern: String {
        switch self {
        case .kebab: "[a-z][a-z0-9-]*"
        case .input: "[a-z][a-z0-9_-]*"
        case .variable: "[A-Za-z_][A-Za-z0-9_]*"
        case .channel: "[A-Za-z][A-Za-z0-9_-]*"
        case .any: ".+"
        }
    }

    /// Whether a name is spelled like that. Names have at most 100 bytes.
    func allows(_ name: String) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first else { return false }
        if self == .any { return true }
        return bytes.count <= 100 && isFirst(first) && bytes.dropFirst().allSatisfy(isFurther)
    }

    private func isFirst(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): self == .variable || self == .channel
        case UInt8(ascii: "_"): self == .variable
        default: false
        }
    }

    private func isFurther(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"): self != .variable
        case UInt8(ascii: "_"): self != .kebab
        default: isFirst(byte)
        }
    }
}

extension NameRule {
    /// The name with what the rule does not allow replaced, for hints; nil when nothing is left.
    func nearest(to text: String) -> String? {
        let separator = UInt8(ascii: self == .variable ? "_" : "-")
        var bytes: [UInt8] = []
        for byte in (self == .kebab || self == .input ? text.lowercased() : text).utf8 {
            if bytes.isEmpty ? isFirst(byte) : isFurther(byte) {
                bytes.append(byte)
            } else if !bytes.isEmpty, bytes.last != separator {
                bytes.append(separator)
            }
        }
        while bytes.last == separator { bytes.removeLast() }
        let name = String(decoding: bytes.prefix(100), as: UTF8.self)
        return allows(name) ? name : nil
    }
}
