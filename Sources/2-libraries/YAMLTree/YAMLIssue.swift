internal import Diagnostics
internal import Platform

/// Words for what is wrong with a YAML file.
enum YAMLIssue {
    static func syntax(_ error: YAMLSyntaxError, in source: SourceText) -> Issue {
        guard let mark = error.mark else {
            return .error("yaml-syntax", error.problem, at: source.span(atByte: error.byte))
        }
        // At the end libyaml counts a line that is not there.
        let span = mark.index < source.scalars.count ? source.span(mark) : source.span(at: source.scalars.count)
        let found = source.scalars.indices.contains(mark.index) ? source.scalars[mark.index] : nil
        if found == "\t" {
            return .error("yaml-tab", "a tab cannot indent; YAML wants spaces", at: span, hint: "replace it by spaces")
        }
        var notes: [String] = []
        if let context = error.contextMark, !error.context.isEmpty {
            notes = ["\(error.context), which starts at line \(context.line + 1), column \(context.column + 1)"]
        }
        return .error("yaml-syntax", error.problem, at: span, notes: notes)
    }

    static func alias(_ name: String, isOpen: Bool, known: [String], at span: SourceSpan) -> Issue {
        isOpen
            ? .error("alias-cycle", "the alias `*\(name)` stands inside of what it names", at: span)
            : .error(
                "unknown-alias", "no anchor `&\(name)` stands before this alias", at: span,
                hint: Spelling.hint(for: name, in: known))
    }

    static func duplicate(_ key: String, at span: SourceSpan, first: SourceSpan) -> Issue {
        .error(
            "duplicate-key", "the key `\(Printable.text(key))` stands here a second time", at: span,
            notes: ["the first one is at line \(first.line)"])
    }

    /// Of a tag that is not understood, or that the value does not fit; nil if all is well.
    static func tag(of node: YAMLNode) -> Issue? {
        guard let tag = node.tag, tag != "!" else { return nil }
        guard tag.hasPrefix(CoreSchema.prefix) else {
            return .error("unknown-tag", "the tag `\(Printable.text(tag))` means nothing here", at: node.span)
        }
        let name = String(tag.dropFirst(CoreSchema.prefix.count))
        let fits: Bool
        switch name {
        case "str": fits = node.scalar != nil
        case "null": fits = node.scalar.map { CoreSchema.resolve($0.text) == .null } ?? false
        case "bool": fits = node.scalar.map { CoreSchema.resolve($0.text).boolean != nil } ?? false
        case "int": fits = node.scalar.map { CoreSchema.resolve($0.text).integer != nil } ?? false
        case "float": fits = node.scalar.map { CoreSchema.resolve($0.text).number != nil } ?? false
        case "seq": fits = node.items != nil
        case "map": fits = node.entries != nil
        default: return .error("unknown-tag", "the tag `!!\(Printable.text(name))` means nothing here", at: node.span)
        }
        return fits ? nil : .error("wrong-tag", "this is no `!!\(name)`", at: node.span)
    }
}
