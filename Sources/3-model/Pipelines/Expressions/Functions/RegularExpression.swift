internal import Glibc
internal import Platform

/// A POSIX extended regular expression of the C library, matched by Unicode characters.
///
/// Swift's own engine backtracks and can take for ever; this one simulates an automaton, so that its time is bounded by
/// the pattern's size times the square of the text's length, and both are limited here.
///
/// `@unchecked Sendable`: the compiled pattern is written by `init` and freed by `deinit` only; between them regexec(3)
/// may be called from any threads (glibc documents it as MT-Safe and locks its caches).
final class RegularExpression: @unchecked Sendable {
    private var compiled = regex_t()

    /// - Throws: `LiteralError` for a pattern that the C library refuses, or that could take too long.
    init(_ pattern: String) throws(LiteralError) {
        try PatternRules.check(pattern)
        let code = Self.inUnicode { regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) }
        guard code == 0 else {
            // regcomp leaves nothing to free, but `deinit` runs: regfree of a zeroed pattern does nothing.
            let reason = Self.reason(code, &compiled)
            compiled = regex_t()
            throw LiteralError("this regular expression is not valid: \(reason)")
        }
    }

    deinit {
        regfree(&compiled)
    }

    /// - Throws: `ExpressionError` for a text longer than `Limits.matched`, or with a NUL, which the C library cannot read.
    func matches(_ text: String, at place: Place) throws(ExpressionError) -> Bool {
        guard text.utf8.count <= Limits.matched else {
            throw ExpressionError("`matches` reads at most \(Limits.matched) bytes", at: place)
        }
        guard !text.utf8.contains(0) else { throw ExpressionError("`matches` cannot read a NUL character", at: place) }
        let code = Self.inUnicode { regexec(&compiled, text, 0, nil, 0) }
        switch code {
        case 0: return true
        case Int32(_REG_NOMATCH.rawValue): return false
        default: throw ExpressionError("`matches` failed: \(Self.reason(code, &compiled))", at: place)
        }
    }

    private static func reason(_ code: Int32, _ compiled: inout regex_t) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        regerror(code, &compiled, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// With C.UTF-8 as the calling thread's locale, so that `.` is a character and not a byte, whatever the user's is.
    private static func inUnicode<Result>(_ body: () -> Result) -> Result {
        let previous = uselocale(unicode)
        defer { uselocale(previous) }
        return body()
    }

    /// `nonisolated(unsafe)`: a locale object is never changed, and this one lives as long as the process. nil, which
    /// leaves the thread's locale as it is, only where the C library has no C.UTF-8 (before glibc 2.35).
    nonisolated(unsafe) private static let unicode: locale_t? = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
}
