internal import CYAML
public import Diagnostics

/// Reads YAML files.
public enum YAMLParser {
    /// Reads a file of one document.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - file: as spans should name it.
    ///   - issues: gets everything that is wrong with it, every duplicate key and unknown alias up to the first error
    ///     of syntax.
    /// - Returns: the document; nil when the file is empty or its syntax is wrong.
    public static func parse(
        _ bytes: [UInt8], file: String, limits: YAMLLimits = .standard, issues: inout IssueList
    ) -> YAMLNode? {
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        if text.count > limits.bytes {
            issues.report(
                .error(
                    "yaml-too-big", "the file has \(text.count) bytes; at most \(limits.bytes) are read",
                    at: SourceSpan(file: file, line: 1, column: 1)))
            return nil
        }
        guard let source = SourceText(text, file: file, issues: &issues) else { return nil }
        let before = issues
        let node = Array(text).withUnsafeBufferPointer { buffer -> YAMLNode? in
            let reader = YAMLEventReader(unsafeBytes: buffer)
            var composer = YAMLComposer(source: source, limits: limits, issues: before)
            let node = composer.document(from: reader)
            issues = composer.issues
            return node
        }
        return node
    }
}
