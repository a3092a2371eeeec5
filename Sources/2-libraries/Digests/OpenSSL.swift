internal import CCrypto

/// What libcrypto says of its last failure.
enum OpenSSL {
    /// The text of the calling thread's newest error, ERR_error_string_n(3), and clears its queue.
    static func lastError() -> String {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0 else { return "no reason given" }
        var buffer = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(code, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
