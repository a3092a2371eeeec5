internal import CCrypto

/// The SHA-256 (FIPS 180-4) of bytes that come piece by piece, computed by libcrypto of OpenSSL 3, which uses the
/// processor's SHA instructions where there are any.
///
/// A hasher has one owner at a time: hand it to another thread, never share it.
///
/// `@unchecked Sendable`: the type cannot be copied and changes only through `mutating` methods, so Swift's exclusivity
/// rule keeps two threads from using the context at once; libcrypto's contexts are not bound to a thread.
public struct SHA256: ~Copyable, @unchecked Sendable {
    /// Owned; freed in `deinit` and nowhere else.
    private let context: OpaquePointer

    /// Begins with no bytes.
    public init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, Self.algorithm, nil) == 1 else {
            preconditionFailure("SHA-256 cannot be started: \(OpenSSL.lastError())")
        }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Adds bytes, which are read before the call returns.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let code = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(code == 1, "SHA-256 failed: \(OpenSSL.lastError())")
    }

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of all bytes that were added. Ends the hasher.
    public consuming func finalize() -> SHA256Digest {
        SHA256Digest(
            bytes: [UInt8](unsafeUninitializedCapacity: SHA256Digest.count) { buffer, count in
                let code = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
                precondition(code == 1, "SHA-256 failed: \(OpenSSL.lastError())")
                count = SHA256Digest.count
            })
    }

    /// The digest of bytes that are all there.
    public static func digest(of bytes: [UInt8]) -> SHA256Digest {
        var hasher = SHA256()
        hasher.update(bytes)
        return hasher.finalize()
    }

    /// The digest as 64 lower-case hexadecimal digits.
    public static func hex(of bytes: [UInt8]) -> String {
        digest(of: bytes).hex
    }

    /// Fetched once for the life of the process: OpenSSL 3 otherwise looks the algorithm up again for every digest.
    ///
    /// `nonisolated(unsafe)`: a fetched algorithm is immutable and shared between threads, EVP_MD_fetch(3).
    private nonisolated(unsafe) static let algorithm: OpaquePointer = {
        guard let algorithm = EVP_MD_fetch(nil, "SHA256", nil) else {
            // Only a configuration of OpenSSL that switches SHA-256 off, or no memory, leads here; then no document can
            // be stored at all.
            preconditionFailure("OpenSSL offers no SHA-256: \(OpenSSL.lastError())")
        }
        return algorithm
    }()
}

/// The 32 bytes that SHA-256 and HMAC-SHA-256 give.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// In bytes.
    public static let count = 32

    /// Always 32.
    public let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// From 64 hexadecimal digits of either case; nil when it is anything else.
    public init?(hex: String) {
        guard hex.utf8.count == Self.count * 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.count)
        var high: UInt8?
        for digit in hex.utf8 {
            guard let value = Self.value(of: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits, as sha256sum(1) prints them.
    public var hex: String {
        String(unsafeUninitializedCapacity: Self.count * 2) { buffer in
            for (index, byte) in bytes.enumerated() {
                buffer[index * 2] = Self.digit(byte >> 4)
                buffer[index * 2 + 1] = Self.digit(byte & 15)
            }
            return Self.count * 2
        }
    }

    /// As `hex`.
    public var description: String { hex }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
