internal import Platform

/// Numbers with units, exactly: no floating point on the way.
enum Quantity {
    struct Unit: Sendable {
        let name: String
        let factor: Int64

        init(_ name: String, _ factor: Int64) {
            self.name = name
            self.factor = factor
        }
    }

    /// A number with its unit, in the smallest unit.
    struct Part {
        let amount: Int64
        let unit: Unit
    }

    /// No literal worth reading is longer.
    private static let maximumLength = 64

    /// - Parameter examples: two unit names for the hint at a bare number.
    static func parse(
        _ text: String, label: String, units: [Unit], examples: [String]
    ) throws(LiteralError) -> [Part] {
        let bytes = Array(text.utf8)
        let article = label == "size" ? "a size" : "a duration"
        let hint = "write a number with a unit, such as `\(label == "size" ? "100MB" : "30s")`"
        if bytes.isEmpty { throw LiteralError("\(article) is missing", hint: hint) }
        if bytes[0] == UInt8(ascii: "-") {
            // Whoever writes a minus knows the units.
            let rest = String(text.dropFirst())
            let isFine = (try? parse(rest, label: label, units: units, examples: examples)) != nil
            throw LiteralError(
                "\(article) cannot be negative", hint: isFine ? "write it without the minus: `\(rest)`" : hint)
        }
        guard bytes.count <= maximumLength, isDigit(bytes[0]) else {
            throw LiteralError("`\(shown(text))` is not \(article)", hint: hint)
        }
        var parts: [Part] = []
        var position = 0
        while position < bytes.count {
            let number = bytes[position...].prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
            let word = bytes[number.endIndex...].prefix { !isDigit($0) }
            position = word.endIndex
            let digits = String(decoding: number, as: UTF8.self)
            let name = String(decoding: word, as: UTF8.self)
            guard !name.isEmpty else {
                throw LiteralError(
                    "`\(text)` has no unit",
                    hint: parts.isEmpty ? "write `\(digits)\(examples[0])` or `\(digits)\(examples[1])`" : hint)
            }
            guard let unit = units.first(where: { $0.name == name }) else {
                throw unknown(name, digits: digits, label: label, units: units)
            }
            parts.append(Part(amount: try amount(of: number, unit: unit, text: text, label: label), unit: unit))
        }
        return parts
    }

    static func tooLarge(_ text: String, label: String) -> LiteralError {
        LiteralError("the \(label) `\(shown(text))` is too large")
    }

    /// For messages: harmless and short.
    static func shown(_ text: String) -> String { Printable.short(text) }

    /// The whole number with the unit that makes the text shortest; the larger unit if two do.
    static func shortest(_ amount: Int64, units: [Unit]) -> String {
        var best = "\(amount)\(units[0].name)"
        for unit in units.dropFirst() where amount != 0 && amount % unit.factor == 0 {
            let text = "\(amount / unit.factor)\(unit.name)"
            if text.utf8.count <= best.utf8.count { best = text }
        }
        return best
    }

    private static func amount(
        of number: ArraySlice<UInt8>, unit: Unit, text: String, label: String
    ) throws(LiteralError) -> Int64 {
        let pieces = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard pieces.count <= 2, pieces.allSatisfy({ !$0.isEmpty }) else {
            throw LiteralError("`\(String(decoding: number, as: UTF8.self))` is not a number")
        }
        var fraction = pieces.count == 2 ? pieces[1] : []
        while fraction.last == UInt8(ascii: "0") { fraction = fraction.dropLast() }
        guard fraction.count <= 18, pieces[0].count <= 19 else { throw tooLarge(text, label: label) }
        let scale = (0..<fraction.count).reduce(Int128(1)) { product, _ in product * 10 }
        let exact = (pieces[0] + fraction).reduce(Int128(0)) { $0 * 10 + Int128($1 - UInt8(ascii: "0")) }
        let (product, overflow) = exact.multipliedReportingOverflow(by: Int128(unit.factor))
        guard !overflow, let amount = Int64(exactly: product / scale) else { throw tooLarge(text, label: label) }
        guard product % scale == 0 else {
            throw LiteralError(
                "the \(label) `\(shown(text))` is not a whole number of \(label == "size" ? "bytes" : "milliseconds")")
        }
        return amount
    }

    private static func unknown(_ name: String, digits: String, label: String, units: [Unit]) -> LiteralError {
        let trimmed = String(name.drop { $0 == " " })
        let near =
            units.first { $0.name.lowercased() == trimmed.lowercased() } ?? units.first { $0.name == trimmed + "B" }
        let known = units.map(\.name).filter { $0 != "KB" }.joined(separator: " ")
        return LiteralError(
            "`\(shown(name))` is not a unit of \(label)",
            hint: near.map { "write `\(digits)\($0.name)`" } ?? "units are \(known)")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

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

/// Text that is not the size or the duration that was expected.
public struct LiteralError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    public let message: String
    /// What to write instead: "write `100MB` or `100B`".
    public let hint: String?

    public init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
