internal import CCrypto

/// What bytes on their way are checked by.
public enum ChecksumAlgorithm: String, Sendable, CaseIterable, Hashable {
    /// Finds accidents; against attacks it is broken.
    case sha1
    case sha256

    /// How long its digests are, in bytes.
    public var length: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        }
    }

    fileprivate var method: OpaquePointer? {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        }
    }
}

/// The digest of bytes that come piece by piece, by an algorithm that somebody else has chosen. For what Compass chooses
/// itself there is `SHA256`.
///
/// A hasher has one owner at a time: hand it to another thread, never share it.
///
/// `@unchecked Sendable`: as of `SHA256`.
public struct ChecksumHasher: ~Copyable, @unchecked Sendable {
    /// Owned; freed in `deinit` and nowhere else.
    private let context: OpaquePointer
    private let length: Int

    /// Begins with no bytes.
    public init(_ algorithm: ChecksumAlgorithm) {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, algorithm.method, nil) == 1 else {
            preconditionFailure("\(algorithm.rawValue) cannot be started: \(OpenSSL.lastError())")
        }
        self.context = context
        length = algorithm.length
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Adds bytes, which are read before the call returns.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let code = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(code == 1, "a digest failed: \(OpenSSL.lastError())")
    }

    /// The digest of all bytes that were added. Ends the hasher.
    public consuming func finalize() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            let code = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            precondition(code == 1, "a digest failed: \(OpenSSL.lastError())")
            count = length
        }
    }
}
