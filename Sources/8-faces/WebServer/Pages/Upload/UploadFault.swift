internal import Documents
internal import Platform

/// What is wrong with a file that a form announces, in the words of the specification; `upload-check.js` has the same.
enum UploadFault {
    /// - Parameter length: nil: it is not known before the file has come.
    /// - Returns: a sentence; nil: nothing.
    static func text(of name: String, length: Int64?, as type: DocumentType, _ rule: DocumentRules.Rule) -> String? {
        if !rule.extensions.contains(where: { name.lowercased().hasSuffix($0) }) {
            return "Invalid file type. \(type.label) requires \(rule.extensions.joined(separator: ", "))."
        }
        guard let length else { return nil }
        if length == 0 { return "\(Printable.text(name)) is empty (0 bytes). A document needs contents." }
        if length > rule.maxSize {
            return "File exceeds \(limit(rule.maxSize)) limit. Please compress or choose a smaller file."
        }
        return nil
    }

    /// "100MB"
    static func limit(_ bytes: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var unit = 0
        var size: Int64 = 1
        while bytes / size >= 1_000, unit < units.count - 1 {
            size *= 1_000
            unit += 1
        }
        if unit == 0 { return "\(bytes) bytes" }
        let tenths = (bytes / (size / 1_000) + 50) / 100
        return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")\(units[unit])"
    }
}
