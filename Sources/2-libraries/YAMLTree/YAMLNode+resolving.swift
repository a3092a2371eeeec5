public import Platform

extension YAMLNode {
    /// A scalar by YAML 1.2's core schema (https://yaml.org/spec/1.2.2/#103-core-schema): null, boolean, integer, number
    /// or string. `yes`, `no`, `on` and `off` are strings, and so is everything in quotes or blocks. A collection is null.
    public var resolved: Value {
        guard let scalar else { return .null }
        switch tag {
        case nil: return scalar.style == .plain ? CoreSchema.resolve(scalar.text) : .string(scalar.text)
        case CoreSchema.prefix + "str", "!": return .string(scalar.text)
        case CoreSchema.prefix + "float":
            let value = CoreSchema.resolve(scalar.text)
            return value.number.map(Value.number) ?? value
        default: return CoreSchema.resolve(scalar.text)
        }
    }

    /// Whether it is a scalar that means null.
    public var isNull: Bool { scalar != nil && resolved == .null }

    /// The whole tree.
    public var value: Value {
        switch kind {
        case .scalar: resolved
        case .sequence(let items): .list(items.map(\.value))
        case .mapping(let entries): .record(Record(entries.map { ($0.name, $0.value.value) }))
        }
    }
}

/// What plain scalars mean.
enum CoreSchema {
    static let prefix = "tag:yaml.org,2002:"

    static func resolve(_ text: String) -> Value {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        case ".nan", ".NaN", ".NAN": return .number(.nan)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .number(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
        default: return number(text) ?? .string(text)
        }
    }

    private static func number(_ text: String) -> Value? {
        let bytes = Array(text.utf8)
        if text.hasPrefix("0o") {
            return Int64(text.dropFirst(2), radix: 8).flatMap { bytes[2] == 0x2D ? nil : .integer($0) }
        }
        if text.hasPrefix("0x") {
            return Int64(text.dropFirst(2), radix: 16).flatMap { bytes[2] == 0x2D ? nil : .integer($0) }
        }
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        if rest.isEmpty, !whole.isEmpty { return Int64(text).map(Value.integer) ?? Double(text).map(Value.number) }
        var fraction = 0
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(fraction)
        }
        if whole.isEmpty && fraction == 0 { return nil }
        if let first = rest.first, first == UInt8(ascii: "e") || first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            if rest.isEmpty || !rest.allSatisfy(isDigit) { return nil }
            rest = []
        }
        guard rest.isEmpty else { return nil }
        // Swift wants digits on both sides of the point.
        var normal = text
        if whole.isEmpty { normal = normal.replacing(".", with: "0.", maxReplacements: 1) }
        return Double(normal).map(Value.number) ?? Double(normal + "0").map(Value.number)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
