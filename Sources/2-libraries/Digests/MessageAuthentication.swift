internal import CCrypto

/// Proofs that a message comes from somebody who knows a secret.
public enum MessageAuthentication {
    /// HMAC with SHA-256 (RFC 2104, RFC 4231).
    ///
    /// - Parameter key: of any length; one over 64 bytes is hashed first, as the standard says.
    public static func hmacSHA256(key: [UInt8], message: [UInt8]) -> SHA256Digest {
        // An empty array may have no address, and HMAC(3) takes a missing key for "the one of before".
        let length = Int32(clamping: key.count)
        precondition(length == key.count, "a key of 2 GiB is a mistake")
        let key = key.isEmpty ? [0] : key
        return SHA256Digest(
            bytes: [UInt8](unsafeUninitializedCapacity: SHA256Digest.count) { buffer, count in
                let result = HMAC(EVP_sha256(), key, length, message, message.count, buffer.baseAddress, nil)
                precondition(result != nil, "HMAC-SHA-256 failed: \(OpenSSL.lastError())")
                count = SHA256Digest.count
            })
    }

    /// Whether two byte strings are equal, in a time that depends on their lengths only: what a comparison of secrets or
    /// signatures needs, so that its duration tells nothing about where they differ.
    public static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
