internal import Platform

/// What scalars mean by YAML 1.2's core schema (https://yaml.org/spec/1.2.2/#103-core-schema). Unlike in YAML 1.1, `yes`,
/// `no`, `on` and `off` are strings, as are `1_000`, `12:30` and dates.
enum CoreSchema {
    /// A scalar's value by its style and its tag; nil when it does not fit the tag.
    static func resolve(_ text: String, _ style: YAMLScalar.Style, _ tag: CoreTag?) -> Value? {
        switch tag {
        case nil: return style == .plain ? resolve(text) : .string(text)
        case .string, .nonSpecific: return .string(text)
        case .null: return resolve(text).isNull ? .null : nil
        case .boolean: return resolve(text).boolean.map(Value.boolean)
        case .integer:
            if case .integer(let value) = resolve(text) { return .integer(value) }
            return integer(Array(text.utf8))
        case .number: return resolve(text).number.map(Value.number)
        case .sequence, .mapping: return nil
        }
    }

    /// A plain scalar without a tag.
    static func resolve(_ text: String) -> Value {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        case ".nan", ".NaN", ".NAN": return .number(.nan)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .number(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
        default: break
        }
        // Most scalars are words.
        guard let first = text.utf8.first, isDigit(first) || "+-.".utf8.contains(first) else { return .string(text) }
        let bytes = Array(text.utf8)
        return integer(bytes) ?? number(bytes) ?? .string(text)
    }

    /// `[-+]?[0-9]+`, `0o[0-7]+` or `0x[0-9a-fA-F]+`; the nearest number if it does not fit into 64 bits.
    private static func integer(_ bytes: [UInt8]) -> Value? {
        let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
        var digits = bytes[...]
        var radix = 10
        if isSigned {
            digits.removeFirst()
        } else if bytes.starts(with: "0x".utf8) || bytes.starts(with: "0o".utf8) {
            radix = bytes[1] == UInt8(ascii: "x") ? 16 : 8
            digits.removeFirst(2)
        }
        let values = digits.map { Character(Unicode.Scalar($0)).hexDigitValue ?? radix }
        guard !values.isEmpty, values.allSatisfy({ $0 < radix }) else { return nil }
        let text = (bytes.first == UInt8(ascii: "-") ? "-" : "") + String(decoding: digits, as: UTF8.self)
        if let value = Int64(text, radix: radix) { return .integer(value) }
        if radix == 10 { return Double(text).map(Value.number) }
        return .number(values.reduce(0) { $0 * Double(radix) + Double($1) })
    }

    /// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
    private static func number(_ bytes: [UInt8]) -> Value? {
        var rest = bytes[...]
        skipSign(&rest)
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.prefix(while: isDigit)
            rest = rest.dropFirst(fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        let exponent = rest
        if let first = rest.first {
            guard first == UInt8(ascii: "e") || first == UInt8(ascii: "E") else { return nil }
            rest.removeFirst()
            skipSign(&rest)
            guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
        }
        // Swift wants digits on both sides of the point.
        let zero = [UInt8(ascii: "0")]
        var normal: [UInt8] = bytes.first == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        normal += zero + whole + [UInt8(ascii: ".")] + fraction + zero + exponent
        return Double(String(decoding: normal, as: UTF8.self)).map(Value.number)
    }

    private static func skipSign(_ bytes: inout ArraySlice<UInt8>) {
        if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// The tags that mean something: those of the core schema, and `!`, which makes a string of a scalar.
enum CoreTag: String, CaseIterable {
    case string = "str"
    case null
    case boolean = "bool"
    case integer = "int"
    case number = "float"
    case sequence = "seq"
    case mapping = "map"
    case nonSpecific = "!"

    private static let prefix = "tag:yaml.org,2002:"

    /// nil for any other tag.
    init?(long: String) {
        if long == "!" {
            self = .nonSpecific
        } else if long.hasPrefix(Self.prefix), let tag = CoreTag(rawValue: String(long.dropFirst(Self.prefix.count))),
            tag != .nonSpecific
        {
            self = tag
        } else {
            return nil
        }
    }

    /// As people write it: `!!str`.
    static func short(_ long: String) -> String {
        long.hasPrefix(prefix) ? "!!" + long.dropFirst(prefix.count) : long
    }

    /// All of them, as people write them.
    static let list = allCases.filter { $0 != .nonSpecific }.map { "!!" + $0.rawValue }
}
