public import Platform

/// What a file may be called that somebody sends.
public enum UploadName {
    /// In bytes; no file system takes more.
    public static let limit = 255

    /// - Returns: the name as that of a file in a folder of its own.
    /// - Throws: `UploadError` of kind `invalid`.
    public static func path(_ name: String) throws(UploadError) -> Path {
        if let fault = fault(in: name) {
            throw UploadError(.invalid, "The file's name `\(Printable.short(name))` \(fault).")
        }
        return Path(name)
    }

    private static func fault(in name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name == "." || name == ".." { return "names a folder" }
        if name.utf8.count > limit { return "has \(name.utf8.count) bytes, and may have up to \(limit)" }
        if name.utf8.contains(UInt8(ascii: "/")) { return "has a `/`: send the name alone, without its folders" }
        // Joiners make one picture of several, and letters of one word.
        let unsafe = name.unicodeScalars.first { $0 != "\u{200D}" && UnsafeCharacters.contains($0) }
        return unsafe.map { "has the character \(UnsafeCharacters.code(of: $0)), which no name may have" }
    }
}
