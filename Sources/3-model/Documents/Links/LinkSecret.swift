internal import Digests
public import Platform

/// The part of a link's address that only whoever was given it knows: `ID.EXPIRY.SIGNATURE`, in digits of base 64 for addresses.
///
/// ID is the link's, EXPIRY seconds since 1970, SIGNATURE the HMAC-SHA256 of both by the workspace's key. So a made-up or a
/// changed one, and one whose time is over, is found without a look at the database.
public struct LinkSecret: Sendable, Hashable {
    public let id: String
    public let expiresAt: Timestamp
    private let signature: [UInt8]

    /// Signs a link.
    public init(_ link: DocumentLink, key: LinkKey) {
        id = link.id
        expiresAt = link.expiresAt
        signature = Self.signature(of: Self.message(id, Self.seconds(expiresAt)), by: key)
    }

    /// Reads an address's secret and checks its signature; nil when it is none of this key's.
    public init?(_ text: String, key: LinkKey) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.limit, parts.count == 3, let seconds = Int64(parts[1]),
            parts[1] == String(seconds), (0...Self.latest).contains(seconds), parts[0].utf8.allSatisfy(Self.isPlain),
            let signature = Base64URL.decode(String(parts[2]))
        else { return nil }
        let expected = Self.signature(of: Self.message(String(parts[0]), seconds), by: key)
        guard MessageAuthentication.isEqual(signature, expected) else { return nil }
        id = String(parts[0])
        expiresAt = Timestamp(microseconds: seconds * 1_000_000)
        self.signature = signature
    }

    /// To be put behind `LinkAddress.path`.
    public var text: String { "\(id).\(Self.seconds(expiresAt)).\(Base64URL.encode(signature))" }

    /// Longer ones are not looked at.
    private static let limit = 200
    /// No link holds until then: the year 9999.
    private static let latest: Int64 = 253_402_300_799

    private static func seconds(_ time: Timestamp) -> Int64 { time.microseconds / 1_000_000 }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// Begins with what it is, so that the key signs nothing else by mistake.
    private static func message(_ id: String, _ seconds: Int64) -> [UInt8] {
        Array("compass link\0\(id).\(seconds)".utf8)
    }

    private static func signature(of message: [UInt8], by key: LinkKey) -> [UInt8] {
        MessageAuthentication.hmacSHA256(key: key.bytes, message: message).bytes
    }
}

/// Where links lead.
public struct LinkAddress: Sendable {
    /// What stands between the server's address and a link's secret.
    public static let path = "/l/"

    /// The address that people reach the server by, without a `/` at the end; nil: it is not known.
    public let base: String?

    public init(base: String?) {
        self.base = base
    }

    /// nil: the server's address is not known.
    public func text(_ secret: LinkSecret) -> String? { base.map { $0 + Self.path + secret.text } }
}

extension DocumentLink {
    /// The id of the link that a stage of a run makes: the same whenever the stage is repeated.
    ///
    /// - Parameter item: the element of `for-each`; nil: none.
    public static func id(ofRun run: String, stage: String, item: Int?, at time: Timestamp) -> String {
        let made = "\(run).\(stage)" + (item.map { ".\($0)" } ?? "")
        return Identifier.run(at: time, of: SHA256.digest(of: Array(made.utf8)).bytes)
    }

    /// To the second: an address has no finer time.
    public static func end(of duration: Duration, from time: Timestamp) -> Timestamp {
        Timestamp(microseconds: time.microseconds / 1_000_000 * 1_000_000).advanced(by: duration)
    }
}
