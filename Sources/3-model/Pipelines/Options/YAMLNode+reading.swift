internal import Diagnostics
internal import Platform
internal import YAMLTree

/// What the readers of definitions ask of a node. They look only, and report nothing: `FormatCheck` has done that.
extension YAMLNode {
    /// Keys with their values; nil when it is no mapping.
    var fields: [(key: YAMLNode, value: YAMLNode)]? { entries?.map { ($0.key, $0.value) } }

    /// A list's elements, or the node itself.
    var oneOrMany: [YAMLNode] { items ?? [self] }

    /// A scalar's value; nil when it is none.
    var constant: Value? { scalar == nil ? nil : resolved }

    /// A scalar's text; nil when it is none.
    var text: String? { scalar?.text }

    var string: String? { constant?.string }
    var integer: Int64? { constant?.integer }
    var boolean: Bool? { constant?.boolean }

    /// nil when it is no duration.
    var timeSpan: TimeSpan? { text.flatMap { try? TimeSpan($0) } }

    /// Where messages about the node point: a scalar or a block mapping's first key as a whole, the first character of
    /// anything else. A key that a merge brought stands elsewhere.
    var headSpan: SourceSpan {
        guard let key = entries?.first?.key.span, key.line == span.line, key.column == span.column else { return span }
        return key
    }

    /// Where a key stands; the node itself when it has none such.
    func keySpan(_ key: String) -> SourceSpan { entry(key)?.key.span ?? headSpan }

    /// Where a part of a scalar's text stands first.
    func part(of part: String) -> SourceSpan {
        let whole = Array((text ?? "").unicodeScalars)
        let wanted = Array(part.unicodeScalars)
        guard !wanted.isEmpty, whole.count >= wanted.count,
            let start = (0...(whole.count - wanted.count)).first(where: {
                whole[$0..<($0 + wanted.count)] == wanted[...]
            })
        else { return headSpan }
        return span(ofTextFrom: start, length: wanted.count)
    }

    /// Where a part of a scalar's text stands.
    ///
    /// - Parameter range: in bytes of UTF-8, at the bounds of characters.
    func span(ofBytes range: Range<Int>) -> SourceSpan {
        let bytes = Array((text ?? "").utf8)
        let range = range.clamped(to: 0..<bytes.count)
        func scalars(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 & 0xC0 != 0x80 } }
        guard !range.isEmpty else { return headSpan }
        return span(ofTextFrom: scalars(bytes[..<range.lowerBound]), length: scalars(bytes[range]))
    }

    /// A scalar as it could stand in a list of one line.
    var flowText: String {
        let text = Printable.short(text ?? "")
        if text.isEmpty { return "…" }
        return scalar?.style == .plain && !text.utf8.contains(UInt8(ascii: ",")) ? text : "\"\(text)\""
    }

    /// What it is, for messages: "a list", "the string `x`".
    var summary: String {
        if items != nil { return "a list" }
        if entries != nil { return "a mapping" }
        let short = Printable.short(text ?? "")
        return switch resolved {
        case .null: "empty"
        case .boolean: "the boolean `\(short)`"
        case .integer, .number: "the number \(short)"
        default: "the string `\(short)`"
        }
    }
}

/// The root of a file.
enum YAMLRoot {
    /// - Parameter firstLine: what such a file begins with, for the hint of an empty one.
    /// - Returns: nil when the file cannot be read as YAML, which is among the issues then, or is empty.
    static func parse(
        _ bytes: [UInt8], file: String, allowingEmpty: Bool = false, firstLine: String = "version: 1",
        issues: inout IssueList
    ) -> YAMLNode? {
        guard let root = YAMLParser.parse(bytes, file: file, issues: &issues), !root.isNull else {
            if !issues.hasErrors, !allowingEmpty {
                issues.report(
                    .error(
                        "empty-file", "the file is empty", at: SourceSpan(file: file, line: 1, column: 1),
                        hint: "start with `\(firstLine)`"))
            }
            return nil
        }
        return root
    }
}

/// What is wanted at a place of a file, for compiling what stands there.
struct Wanted {
    let type: ValueType
    /// The key, for messages: "`max` must be …".
    let name: String
    /// The only texts allowed.
    let choices: [String]?
    let acceptsSecret: Bool
    /// Whether expressions are refused.
    let isConstant: Bool

    init(
        _ type: ValueType, name: String, choices: [String]? = nil, acceptsSecret: Bool = false, isConstant: Bool = false
    ) {
        self.type = type
        self.name = name
        self.choices = choices
        self.acceptsSecret = acceptsSecret
        self.isConstant = isConstant
    }

    /// The same for an element of a list.
    func element(_ type: ValueType, _ index: Int) -> Wanted {
        Wanted(type, name: "\(name)[\(index)]", choices: choices, acceptsSecret: acceptsSecret, isConstant: isConstant)
    }

    /// For messages: "`max` must be …".
    var expected: String {
        guard let choices else { return type.expected }
        return Shape.choice(choices).expected
    }
}

extension ValueType {
    /// For messages: "`max` must be …".
    var expected: String {
        switch self {
        case .string: "a string"
        case .integer: "a whole number"
        case .number: "a number"
        case .boolean: "`true` or `false`"
        case .size: "a size such as `100MB`"
        case .duration: "a duration such as `30s`"
        case .null: "empty"
        case .any: "a value"
        case .list(.string): "a list of strings"
        case .list(.any): "a list"
        case .list: "a \(self)"
        case .record, .map: "a mapping"
        case .optional(let type), .secret(let type): type.expected
        }
    }
}
