/// Something in a schedule's text that can be carried out, and is probably not what was meant.
public struct CronWarning: Hashable, Sendable, CustomStringConvertible {
    public let message: String
    /// The part of the text, in offsets of UTF-8.
    public let range: Range<Int>
    public let hint: String

    public var description: String { "\(message); \(hint)" }
}
