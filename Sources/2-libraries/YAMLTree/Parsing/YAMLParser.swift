public import Diagnostics
internal import Platform

/// Reads YAML files.
///
/// YAML 1.2 as libyaml knows it, with the core schema and the merge key of YAML 1.1. It differs from YAML 1.2 in this:
/// - Keys are scalars.
/// - NEL, LS and PS (U+0085, U+2028, U+2029), which YAML 1.1 took for line breaks, are errors outside of escapes.
/// - A tab may not separate a `-`, `?` or `:` from a block collection behind it.
/// - Only the tags of the core schema are known.
///
/// Safe for text from anywhere: time and memory are bounded by `YAMLLimits`.
public enum YAMLParser {
    /// A bound on what libyaml compares with one another.
    private static let directiveLimit = 32

    /// Reads a file of one document.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 with or without a byte order mark, or UTF-16 with one.
    ///   - file: as spans should name it.
    ///   - issues: gets all that is wrong with it, of syntax the first error only: what follows it cannot be told.
    /// - Returns: the document, whatever is wrong in it; nil when the file has none, its syntax is wrong or it is over
    ///   a limit.
    public static func parse(
        _ bytes: [UInt8], file: String, limits: YAMLLimits = .standard, issues: inout IssueList
    ) -> YAMLNode? {
        guard bytes.count <= limits.bytes else {
            issues.report(
                .tooBig, "the file has \(bytes.count) bytes, more than the \(limits.bytes) that are read",
                at: SourceSpan(file: file, line: 1, column: 1))
            return nil
        }
        let decoded = DecodedText(bytes)
        let source = SourceText(file: file, scalars: decoded.scalars)
        guard report(decoded, in: source, limits, &issues), checkDirectives(of: source, &issues) else { return nil }
        var builder = TreeBuilder(source: source, limits: limits)
        let root = build(&builder, decoded.utf8)
        issues.report(contentsOf: builder.issues)
        return root
    }

    /// The text of the scalar under a key of a document's top mapping, whatever else is in the file: what comes behind it is
    /// not read.
    ///
    /// - Parameter bytes: as of `parse`.
    /// - Returns: nil when it is not there, or not written there: what an alias or a merge gives is not looked for, nor
    ///   anything behind a mistake of syntax.
    public static func text(
        ofKey key: String, in bytes: [UInt8], limits: YAMLLimits = .standard
    ) -> String? {
        guard bytes.count <= limits.bytes else { return nil }
        let decoded = DecodedText(bytes)
        var unheard = IssueList()
        guard checkDirectives(of: SourceText(file: "", scalars: decoded.scalars), &unheard) else { return nil }
        var search = KeySearch(key: key, limits: limits)
        // A mistake of syntax is told to whoever reads the whole file.
        guard var events = try? EventStream(decoded.utf8) else { return nil }
        while let event = try? events.next() {
            switch search.take(event) {
            case .goOn: continue
            case .found(let text): return text
            case .abandoned: return nil
            }
        }
        return nil
    }

    /// The text of a file as the lines and columns of its spans count it, for showing them: without a byte order mark,
    /// and with U+FFFD in the place of what is no text.
    public static func text(of bytes: [UInt8]) -> String {
        String(scalars: DecodedText(bytes).scalars[...])
    }

    private static func build(_ builder: inout TreeBuilder, _ utf8: [UInt8]) -> YAMLNode? {
        do {
            var events = try EventStream(utf8)
            while let event = try events.next() {
                switch builder.take(event) {
                case .goOn: continue
                case .finished: return builder.root
                case .abandoned: return nil
                }
            }
            return builder.root
        } catch {
            builder.report(error)
            return nil
        }
    }

    /// - Returns: whether reading on makes sense.
    private static func report(
        _ text: DecodedText, in source: SourceText, _ limits: YAMLLimits, _ issues: inout IssueList
    ) -> Bool {
        if let nul = text.faults.first(where: { $0.reason == .character("\0") }) {
            issues.report(
                .encoding, "this is a binary file, not text", at: source.span(at: nul.index),
                hint: "a NUL byte stands here")
            return false
        }
        var invalid: [Int] = []
        var characters = 0
        for fault in text.faults {
            if case .character = fault.reason {
                characters += 1
                if characters == limits.issues + 1 {
                    issues.report(
                        .tooManyIssues, "the rest of the file is not read after \(limits.issues) mistakes",
                        at: source.span(at: fault.index))
                }
                if characters > limits.issues { continue }
            }
            switch fault.reason {
            case .invalid: invalid.append(fault.index)
            case .character("\u{FEFF}"):
                issues.report(
                    .character, "a byte order mark may only stand at the start of the file",
                    at: source.span(at: fault.index), hint: "remove this invisible character")
            case .character(let scalar):
                let code = code(of: scalar)
                let isSeparator = scalar.value == 0x2028 || scalar.value == 0x2029
                let escape = scalar.value <= 0xFF ? "\\x\(code.suffix(2))" : isSeparator ? "\\u\(code)" : nil
                issues.report(
                    .character,
                    "the \(isSeparator ? "line separator" : "control character") U+\(code) may not stand in YAML",
                    at: source.span(at: fault.index), hint: escape.map { "in double quotes it is written `\($0)`" })
            }
        }
        // A file in another encoding has many, with one cause.
        if let first = text.faults.first(where: { $0.index == invalid.first }), case .invalid(let unit) = first.reason {
            issues.report(
                .encoding, "\(unit) is not valid \(text.encoding) here", at: source.span(at: first.index),
                hint: "save the file as UTF-8",
                notes: invalid.count > 1 ? ["\(invalid.count) places in the file are not \(text.encoding)"] : [])
        }
        return characters <= limits.issues
    }

    private static func code(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// libyaml compares each `%TAG` directive with all others.
    private static func checkDirectives(of source: SourceText, _ issues: inout IssueList) -> Bool {
        var count = 0
        for start in source.lineStarts where source.scalars[start...].starts(with: "%TAG".unicodeScalars) {
            count += 1
            guard count > directiveLimit else { continue }
            issues.report(
                .tooBig, "more than \(directiveLimit) lines start with `%TAG`", at: source.span(start..<(start + 4)))
            return false
        }
        return true
    }
}

/// Bounds on what a file may cost to read.
public struct YAMLLimits: Sendable, Hashable {
    /// In bytes.
    public var bytes = 1 << 20
    /// Collections inside of one another, those behind aliases included.
    public var depth = 64
    /// Keys, values and collections after every alias has been expanded.
    public var nodes = 100_000
    /// Mistakes after which the rest of the file is not read.
    public var issues = 100

    /// 1 MiB, 64 levels, 100,000 nodes, 100 issues.
    public static let standard = YAMLLimits()

    public init() {}
}
