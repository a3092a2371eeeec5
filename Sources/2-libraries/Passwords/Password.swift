internal import Glibc
internal import Platform

/// A password as bytes that are wiped when the last reference goes.
///
/// The text is brought into the canonical composition first (Unicode NFC), so that one password typed on two systems is the
/// same bytes. It is not NFKC, for which the standard library has no tables: letters that only look alike stay apart.
///
/// The text that it is made of is the caller's: Swift's texts cannot be wiped, so let go of it soon.
///
/// `@unchecked Sendable`: the bytes are written in `init` and wiped in `deinit`, and only read in between.
public final class Password: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    /// How long a password may be that is chosen, in bytes of UTF-8.
    public static let length = 10...1_024

    private let bytes: UnsafeMutableRawBufferPointer

    /// What somebody claims to be their password. More than the most bytes that one may have are cut off: it is wrong
    /// anyhow, and takes no longer than a right one.
    public init(attempt text: String) {
        let composed = text.composed.utf8.prefix(Self.length.upperBound + 1)
        bytes = .allocate(byteCount: composed.count, alignment: 1)
        bytes.copyBytes(from: composed)
    }

    /// A password that somebody chooses for themselves. Nothing but its length is asked of it, and that it is not the
    /// person's own id, in whatever case.
    ///
    /// - Throws: `PasswordError`
    public convenience init(chosen text: String, for person: String) throws(PasswordError) {
        self.init(attempt: text)
        if bytes.count < Self.length.lowerBound {
            throw PasswordError(
                "A password has at least \(Self.length.lowerBound) bytes: \(Self.length.lowerBound) letters or digits, "
                    + "or fewer of other characters.")
        }
        if bytes.count > Self.length.upperBound {
            throw PasswordError("A password has at most 1,024 bytes of UTF-8.")
        }
        if text.composed.lowercased() == person.composed.lowercased() {
            throw PasswordError("A password must not be the id of the person who has it.")
        }
    }

    /// Runs `body` with the bytes, which last until it returns: they are wiped once nobody refers to the password.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafeRawBufferPointer(bytes)) }
    }

    deinit {
        if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        bytes.deallocate()
    }

    /// Nothing of the password, nor of its length.
    public var description: String { "***" }
    /// Empty, so that `dump` and a debugger's print show nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a text cannot become a password, or one cannot be hashed. Never has the text in it.
public struct PasswordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the user.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
