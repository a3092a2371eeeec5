/// A CURLcode as libcurl gave it; see libcurl-errors(3). A number that this program does not know survives.
public struct CurlCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public var description: String { "curl error \(rawValue)" }
}
