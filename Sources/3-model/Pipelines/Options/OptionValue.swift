public import Platform

/// A Swift type that an option of a stage may have.
public protocol OptionValue: Sendable {
    /// Its type in pipelines.
    static var type: ValueType { get }
    /// The only texts allowed; nil: any value of the type.
    static var choices: [String]? { get }
    /// nil when the value is not of the type or not among the choices.
    init?(value: Value)
    /// Back again.
    var value: Value { get }
}

extension OptionValue {
    public static var choices: [String]? { nil }
}

extension String: OptionValue {
    public static var type: ValueType { .string }
    public init?(value: Value) {
        guard case .string(let string) = value else { return nil }
        self = string
    }
    public var value: Value { .string(self) }
}

extension Path: OptionValue {
    public static var type: ValueType { .string }
    public init?(value: Value) {
        guard case .string(let string) = value else { return nil }
        self.init(string)
    }
    public var value: Value { .string(text) }
}

extension Bool: OptionValue {
    public static var type: ValueType { .boolean }
    public init?(value: Value) {
        guard case .boolean(let boolean) = value else { return nil }
        self = boolean
    }
    public var value: Value { .boolean(self) }
}

extension Int64: OptionValue {
    public static var type: ValueType { .integer }
    public init?(value: Value) {
        guard case .integer(let integer) = value else { return nil }
        self = integer
    }
    public var value: Value { .integer(self) }
}

extension Int: OptionValue {
    public static var type: ValueType { .integer }
    public init?(value: Value) {
        guard case .integer(let integer) = value else { return nil }
        self.init(exactly: integer)
    }
    public var value: Value { .integer(Int64(self)) }
}

/// A number with a fraction; takes whole ones too.
extension Double: OptionValue {
    public static var type: ValueType { .number }
    public init?(value: Value) {
        guard let number = value.number else { return nil }
        self = number
    }
    public var value: Value { .number(self) }
}

extension Optional: OptionValue where Wrapped: OptionValue {
    public static var type: ValueType { .optional(Wrapped.type) }
    public static var choices: [String]? { Wrapped.choices }
    public init?(value: Value) {
        if value == .null {
            self = .none
        } else if let wrapped = Wrapped(value: value) {
            self = .some(wrapped)
        } else {
            return nil
        }
    }
    public var value: Value { self?.value ?? .null }
}

extension Array: OptionValue where Element: OptionValue {
    public static var type: ValueType { .list(Element.type) }
    public init?(value: Value) {
        guard case .list(let values) = value else { return nil }
        var elements: [Element] = []
        for value in values {
            guard let element = Element(value: value) else { return nil }
            elements.append(element)
        }
        self = elements
    }
    public var value: Value { .list(map { $0.value }) }
}

extension ByteSize: OptionValue {
    public static var type: ValueType { .size }
    public init?(value: Value) {
        guard case .integer(let bytes) = value else { return nil }
        self.init(bytes: bytes)
    }
    public var value: Value { .integer(bytes) }
}

extension TimeSpan: OptionValue {
    public static var type: ValueType { .duration }
    public init?(value: Value) {
        guard case .integer(let milliseconds) = value else { return nil }
        self.init(milliseconds: milliseconds)
    }
    public var value: Value { .integer(milliseconds) }
}

/// Whatever is written.
extension Value: OptionValue {
    public static var type: ValueType { .any }
    public init?(value: Value) { self = value }
    public var value: Value { self }
}

/// An enumeration whose raw values are the choices.
extension OptionValue where Self: CaseIterable & RawRepresentable, RawValue == String {
    public static var type: ValueType { .string }
    public static var choices: [String]? { allCases.map(\.rawValue) }
    public init?(value: Value) {
        guard case .string(let text) = value else { return nil }
        self.init(rawValue: text)
    }
    public var value: Value { .string(rawValue) }
}

/// Texts under names that the user chooses, such as the headers of a request, in the order of the file.
public struct NamedTexts: OptionValue {
    public let entries: [(name: String, text: String)]

    public init(_ entries: [(name: String, text: String)] = []) {
        self.entries = entries
    }

    public static var type: ValueType { .map(MapType(of: .string, unset: .fails("give it a value"))) }

    public init?(value: Value) {
        guard case .record(let record) = value else { return nil }
        var entries: [(name: String, text: String)] = []
        for entry in record.entries {
            guard case .string(let text) = entry.value else { return nil }
            entries.append((entry.key, text))
        }
        self.init(entries)
    }

    public var value: Value { .record(Record(entries.map { ($0.name, .string($0.text)) })) }
}
