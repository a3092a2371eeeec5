public import Platform

/// One segment's glob: `*`, `?`, `[a-z]`, `[!a-z]`, and anything else for itself. Matching takes time in proportion to the
/// product of both lengths at most, whatever a name or pattern is like.
struct PathGlob: Sendable, Hashable {
    enum Element: Sendable, Hashable {
        case one(UInt32)
        /// Any character.
        case any
        /// Any number of them.
        case anyNumber
        case among([ClosedRange<UInt32>], isNegated: Bool)
    }

    let elements: [Element]

    /// - Throws: `LiteralError` for a class without its end or with a range that goes from high to low.
    init(_ text: some StringProtocol) throws(LiteralError) {
        let units = text.unicodeScalars.map(\.value)
        var elements: [Element] = []
        var position = 0
        while position < units.count {
            let unit = units[position]
            position += 1
            switch unit {
            case "*": if elements.last != .anyNumber { elements.append(.anyNumber) }
            case "?": elements.append(.any)
            case "[": elements.append(try Self.among(units, &position, text))
            default: elements.append(.one(unit))
            }
        }
        self.elements = elements
    }

    /// Whether there is nothing but text that stands for itself.
    var isLiteral: Bool {
        elements.allSatisfy { if case .one = $0 { true } else { false } }
    }

    /// - Parameter position: behind the opening bracket, then behind the closing one.
    private static func among(
        _ units: [UInt32], _ position: inout Int, _ text: some StringProtocol
    ) throws(LiteralError) -> Element {
        let isNegated = position < units.count && units[position] == "!"
        if isNegated { position += 1 }
        var ranges: [ClosedRange<UInt32>] = []
        while position < units.count {
            let low = units[position]
            position += 1
            // Directly behind the opening bracket it stands for itself, as in a shell.
            if low == "]", !ranges.isEmpty { return .among(ranges, isNegated: isNegated) }
            guard position + 1 < units.count, units[position] == "-", units[position + 1] != "]" else {
                ranges.append(low...low)
                continue
            }
            let high = units[position + 1]
            guard low <= high else {
                throw LiteralError(
                    "a range in brackets in `\(Printable.short(String(text)))` goes from high to low",
                    hint: "write `[a-z]`")
            }
            ranges.append(low...high)
            position += 2
        }
        throw LiteralError(
            "a bracket in `\(Printable.short(String(text)))` is not closed",
            hint: "write `[[]` for the character itself"
        )
    }

    /// - Parameters:
    ///   - units: of `units(of:)`.
    ///   - ignoringCase: whether ASCII letters match in either case.
    func matches(_ units: ArraySlice<UInt32>, ignoringCase: Bool = false) -> Bool {
        var (element, unit) = (0, units.startIndex)
        // Where to go on when what follows the last `*` does not fit: that one takes one character more. Those before it
        // need not be looked at again.
        var retry: (element: Int, unit: Int)?
        while unit < units.endIndex {
            if element < elements.count, elements[element] == .anyNumber {
                element += 1
                retry = (element, unit)
            } else if element < elements.count, elements[element].takes(units[unit], ignoringCase) {
                element += 1
                unit += 1
            } else if let last = retry {
                retry = (last.element, last.unit + 1)
                (element, unit) = (last.element, last.unit + 1)
            } else {
                return false
            }
        }
        return elements[element...].allSatisfy { $0 == .anyNumber }
    }

    /// A name's characters; each byte that is not part of one is a unit of its own, unlike any character.
    static func units(of bytes: ArraySlice<UInt8>) -> [UInt32] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(UInt32.init) }
        var units: [UInt32] = []
        units.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let length = length(ofCharacterFrom: bytes[position])
            let end = min(position + length, bytes.endIndex)
            if let character = String(validating: bytes[position..<end], as: UTF8.self)?.unicodeScalars.first {
                units.append(character.value)
                position = end
            } else {
                units.append(0x8000_0000 | UInt32(bytes[position]))
                position += 1
            }
        }
        return units
    }

    private static func length(ofCharacterFrom byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

extension PathGlob.Element {
    fileprivate func takes(_ unit: UInt32, _ ignoringCase: Bool) -> Bool {
        switch self {
        case .one(let wanted): wanted == unit || ignoringCase && wanted.otherCase == unit
        case .any: true
        case .anyNumber: false
        case .among(let ranges, let isNegated):
            ranges.contains { $0.contains(unit) || ignoringCase && $0.contains(unit.otherCase) } != isNegated
        }
    }
}

extension UInt32 {
    /// An ASCII letter in the other case; anything else as it is.
    fileprivate var otherCase: UInt32 {
        switch self {
        case 0x41...0x5A: self + 0x20
        case 0x61...0x7A: self - 0x20
        default: self
        }
    }

    fileprivate static func ~= (character: Unicode.Scalar, unit: UInt32) -> Bool { character.value == unit }

    fileprivate static func == (unit: UInt32, character: Unicode.Scalar) -> Bool { unit == character.value }

    fileprivate static func != (unit: UInt32, character: Unicode.Scalar) -> Bool { unit != character.value }
}

/// Which names are meant: `*` for any characters, `?` for one, `[a-z]` and `[!a-z]`. ASCII letters match in either case,
/// since cameras write `.MP4` where people say `.mp4`. A leading dot is like any other character, and a byte that is not
/// UTF-8 is one character that only globs match.
public struct NameGlob: Sendable, Hashable {
    public let text: String
    private let glob: PathGlob

    /// - Throws: `LiteralError`, which says what is wrong with it.
    public init(_ text: String) throws(LiteralError) {
        if text.isEmpty { throw LiteralError("it is empty", hint: "write `*` for every name") }
        if text.utf8.contains(UInt8(ascii: "/")) {
            throw LiteralError(
                "`\(Printable.short(text))` has a slash, and names have none",
                hint: "folders belong into `path`")
        }
        self.text = text
        glob = try PathGlob(text)
    }

    /// - Parameter name: the last part of a path.
    public func matches(_ name: Path) -> Bool {
        glob.matches(PathGlob.units(of: name.bytes[...])[...], ignoringCase: true)
    }
}
