internal import CArgon2
internal import Glibc

/// How passwords are hashed: Argon2id of version 1.3 (RFC 9106), by the reference implementation, libargon2.
///
/// Every call blocks for as long as its parameters cost, and has their memory for so long: make it on threads of your own,
/// few at a time. The library wipes that memory.
public struct Argon2id: Sendable, Hashable {
    /// In KiB, at least 8 for each lane.
    public let memory: Int
    /// At least 1.
    public let passes: Int
    /// What is computed in parallel; the calling thread does it all the same, unless it is more than one.
    public let lanes: Int

    /// 64 MiB, 3 passes, 1 lane: more than the second choice of RFC 9106, section 4, asks of one lane; some 100 ms.
    public static let standard = Argon2id(memory: 65_536, passes: 3, lanes: 1)

    /// In bytes.
    private static let saltLength = 16
    private static let hashLength = 32

    /// The program ends when the numbers have no meaning for Argon2 (RFC 9106, section 3.1): they never come from outside.
    public init(memory: Int, passes: Int, lanes: Int) {
        precondition(lanes > 0 && passes > 0 && memory >= 8 * lanes, "parameters that Argon2 has no meaning for")
        self.memory = memory
        self.passes = passes
        self.lanes = lanes
    }

    /// The hash of a password with a fresh salt, in the encoded form that has the parameters and the salt in it:
    /// `$argon2id$v=19$m=65536,t=3,p=1$…$…`.
    ///
    /// - Throws: `PasswordError` when there is not enough memory.
    public func hash(_ password: Password) throws(PasswordError) -> String {
        var salt = [UInt8](repeating: 0, count: Self.saltLength)
        // So few bytes never fail once the kernel has begun, getentropy(3).
        let code = getentropy(&salt, salt.count)
        precondition(code == 0, "the kernel has no random bytes")
        return try hash(password, salt: salt)
    }

    func hash(_ password: Password, salt: [UInt8]) throws(PasswordError) -> String {
        let (time, memory, lanes) = (UInt32(passes), UInt32(memory), UInt32(lanes))
        let length = argon2_encodedlen(
            time, memory, lanes, UInt32(salt.count), UInt32(Self.hashLength), Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let code = password.withBytes { bytes in
            argon2id_hash_encoded(
                time, memory, lanes, bytes.baseAddress, bytes.count, salt, salt.count, Self.hashLength, &encoded,
                encoded.count)
        }
        guard code == ARGON2_OK.rawValue else { throw Self.error("hashed", code) }
        return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether a password is the one that an encoded hash is of, in a time that does not tell where they differ.
    ///
    /// - Parameter encoded: as `hash` gives it, with whichever parameters.
    /// - Throws: `PasswordError` when it is damaged, or there is not enough memory.
    public static func verify(_ password: Password, _ encoded: String) throws(PasswordError) -> Bool {
        let code = password.withBytes { argon2id_verify(encoded, $0.baseAddress, $0.count) }
        if code == ARGON2_OK.rawValue { return true }
        if code == ARGON2_VERIFY_MISMATCH.rawValue { return false }
        throw error("verified", code)
    }

    /// Whether an encoded hash was made with other parameters than these, so that it is to be made anew as soon as the
    /// password is at hand.
    public func needsRehash(_ encoded: String) -> Bool {
        !encoded.hasPrefix("$argon2id$v=19$m=\(memory),t=\(passes),p=\(lanes)$")
    }

    private static func error(_ verb: String, _ code: Int32) -> PasswordError {
        PasswordError("The password could not be \(verb): \(String(cString: argon2_error_message(code))).")
    }
}
