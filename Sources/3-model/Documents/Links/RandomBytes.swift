internal import Glibc

/// Random bytes of the kernel, for secrets and salts.
public enum RandomBytes {
    /// - Parameter count: at most 256.
    public static func make(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        // So few bytes never fail once the kernel has begun, getentropy(3).
        let code = getentropy(&bytes, bytes.count)
        precondition(code == 0, "the kernel has no random bytes")
        return bytes
    }
}
