/// The static type of a value in a pipeline: of an input, an option, a fact, an output, or an expression.
public indirect enum ValueType: Hashable, Sendable {
    case string
    /// A whole number of 64 bits.
    case integer
    /// A number with a fraction; takes integers too.
    case number
    case boolean
    /// Bytes, written `100MB`; its value is an integer.
    case size
    /// Milliseconds, written `5m`; its value is an integer.
    case duration
    /// Only `null`.
    case null
    /// Not known before the run; its values are checked when they are used.
    case any
    case list(ValueType)
    case record(RecordType)
    /// Keys that are not known beforehand, such as environment variables.
    case map(MapType)
    /// The type's values, or `null`. Build it with `orNull`, which does not nest.
    case optional(ValueType)
    /// Computed from a secret. Build it with `asSecret`, which does not nest; a secret goes only where a secret is accepted.
    case secret(ValueType)
}

extension ValueType {
    /// With `null` among its values.
    public var orNull: ValueType {
        switch self {
        case .any, .null, .optional: self
        case .secret(let type): .secret(type.orNull)
        default: .optional(self)
        }
    }

    /// Without `null`, as on the left of `??`.
    public var nonNull: ValueType {
        switch self {
        case .optional(let type): type
        case .secret(let type): .secret(type.nonNull)
        default: self
        }
    }

    /// Marked as computed from a secret.
    public var asSecret: ValueType { if case .secret = self { self } else { .secret(self) } }

    /// Without the mark.
    public var revealed: ValueType { if case .secret(let type) = self { type } else { self } }

    /// Whether values may be `null`; `any` may, but is checked during the run.
    public var mayBeNull: Bool {
        switch revealed {
        case .optional, .null: true
        default: false
        }
    }

    /// Whether a secret is in its values, at any depth.
    public var isSecret: Bool {
        switch self {
        case .secret: true
        case .list(let element): element.isSecret
        case .optional(let type): type.isSecret
        case .record(let record): record.isSecret
        case .map(let map): map.element.isSecret || map.known.isSecret
        default: false
        }
    }

    /// Whether `any` is in it, so that values have to be checked during the run.
    var isOpen: Bool {
        switch self {
        case .any: true
        case .list(let type), .optional(let type), .secret(let type): type.isOpen
        case .record(let record): record.isOpen
        case .map(let map): map.element.isOpen
        default: false
        }
    }
}

extension ValueType: CustomStringConvertible {
    /// As documentation and messages have it: "string", "list of string", "string?", "secret string".
    public var description: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .size: "size"
        case .duration: "duration"
        case .null: "null"
        case .any: "any"
        case .list(let element): "list of \(element)"
        case .record: "record"
        case .map(let map): "map of \(map.element)"
        case .optional(let type):
            switch type {
            case .list, .map, .secret: "(\(type))?"
            default: "\(type)?"
            }
        case .secret(let type): "secret \(type)"
        }
    }
}
