public import Platform
public indirect enum ValueType: Hashable, Sendable {
    case string, integer, number, boolean, size, duration, null, any, list(ValueType), optional(ValueType)
    public var description: String { "" }
}
public struct ByteSize: Hashable, Sendable { public let bytes: Int64; public init(bytes: Int64) { self.bytes = bytes } }
public struct TimeSpan: Hashable, Sendable {
    public let milliseconds: Int64; public init(milliseconds: Int64) { self.milliseconds = milliseconds }
}
public struct Environment: Sendable { public init() {} }
public struct CompiledValue: Sendable { public func value(in e: Environment) throws(StageError) -> Value { .null } }
public struct Condition: Sendable {
    public var usesStatus: Bool { false }
    public func holds(in e: Environment) throws(StageError) -> Bool { true }
}
extension ValueType { public func accepts(_ v: Value) -> Bool { true } }
