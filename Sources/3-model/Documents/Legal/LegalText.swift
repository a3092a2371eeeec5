internal import Platform

/// The rules for what is published.
public enum LegalText {
    /// In bytes.
    public static let limit = 1_048_576

    /// The text of a file.
    ///
    /// - Throws: `LegalError` of kind `invalidText` when it is empty, too large, no UTF-8, or has a NUL.
    public static func read(_ bytes: [UInt8]) throws(LegalError) -> String {
        func fault(_ what: String) -> LegalError { LegalError(.invalidText, "The text \(what).") }
        if bytes.count > limit {
            throw fault("has \(bytes.count) bytes, and may have up to \(limit)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw fault("is not UTF-8. Save it as UTF-8, and publish it again")
        }
        if bytes.contains(0) { throw fault("has a character NUL, which no text needs") }
        if text.allSatisfy(\.isWhitespace) { throw fault("is empty") }
        return text
    }

    /// - Throws: `LegalError` of kind `invalidKind`.
    public static func check(kind: String) throws(LegalError) {
        let bytes = Array(kind.utf8)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = bytes.first, letters.contains(first), bytes.count <= 64,
            bytes.allSatisfy({ letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") })
        else {
            throw LegalError(
                .invalidKind,
                "`\(Printable.short(kind))` is no kind of legal document: use up to 64 lower-case letters, digits and `-`, "
                    + "a letter first, such as `privacy-policy`.")
        }
    }

    /// - Throws: `LegalError` of kind `invalidVersion`.
    public static func check(version: String) throws(LegalError) {
        let bytes = Array(version.utf8)
        func isPlain(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let first = bytes.first, isPlain(first), bytes.count <= 32,
            bytes.allSatisfy({ isPlain($0) || "._-".utf8.contains($0) })
        else {
            throw LegalError(
                .invalidVersion,
                "`\(Printable.short(version))` is no version: use up to 32 letters, digits, `.`, `_` and `-`, a letter or "
                    + "digit first, such as `1.0`.")
        }
    }

    /// - Throws: `LegalError` of kind `invalidPerson`.
    public static func check(person: String) throws(LegalError) {
        guard let fault = OwnerName.fault(in: person) else { return }
        throw LegalError(.invalidPerson, "The person's id `\(Printable.short(person))` \(fault).")
    }
}
