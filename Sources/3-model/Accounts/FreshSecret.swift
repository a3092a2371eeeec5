public import Diagnostics
public import Digests
internal import Glibc

/// A secret that was just made: 256 random bits of the kernel. It is shown once, to whom it is for; what is kept of it is its
/// digest, from which nobody gets it back, since there is nothing to guess.
public struct FreshSecret: Sendable {
    /// The form of a secret's text.
    public enum Form: Sendable, Hashable, CaseIterable {
        /// 43 digits of base 64 for addresses: in a cookie, or in the address of a one-time link.
        case plain
        /// `cmp_`, the same 43 digits, and 6 more that are their checksum: programs that look through files for secrets find
        /// it, and one that was copied in part is told without a look at the database.
        case token
    }

    /// Shows nothing of itself but to whom it is revealed to.
    public let text: Secret
    /// What is kept: the SHA-256 of the text.
    public let digest: SHA256Digest

    public init(_ form: Form) {
        var bytes = [UInt8](repeating: 0, count: 32)
        // So few bytes never fail once the kernel has begun, getentropy(3).
        let code = getentropy(&bytes, bytes.count)
        precondition(code == 0, "the kernel has no random bytes")
        let body = Base64URL.encode(bytes)
        let text =
            switch form {
            case .plain: body
            case .token: Self.tokenPrefix + body + Self.checksum(of: body)
            }
        self.text = Secret(text)
        digest = SHA256.digest(of: Array(text.utf8))
    }

    /// What is kept of a secret that somebody presents; nil when it cannot be one of this form.
    public static func digest(of text: String, _ form: Form) -> SHA256Digest? {
        var body = Substring(text)
        if form == .token {
            guard body.hasPrefix(tokenPrefix), body.utf8.count == tokenPrefix.utf8.count + 43 + checksumLength else {
                return nil
            }
            body = body.dropFirst(tokenPrefix.count)
            let sum = body.suffix(checksumLength)
            body = body.dropLast(checksumLength)
            guard sum == checksum(of: String(body)) else { return nil }
        }
        guard body.utf8.count == 43, Base64URL.decode(String(body)) != nil else { return nil }
        return SHA256.digest(of: Array(text.utf8))
    }

    public static let tokenPrefix = "cmp_"
    private static let checksumLength = 6

    /// The first digits of the digest of what stands behind the prefix: finds mistakes in copying, and proves nothing.
    private static func checksum(of body: String) -> String {
        String(Base64URL.encode(SHA256.digest(of: Array(body.utf8)).bytes).prefix(checksumLength))
    }
}
