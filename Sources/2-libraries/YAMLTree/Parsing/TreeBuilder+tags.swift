internal import Diagnostics
internal import Platform

extension TreeBuilder {
    mutating func reportUnknownTag(_ long: String, _ properties: NodeProperties) {
        let short = CoreTag.short(long)
        let tag = properties.tag ?? properties.content..<properties.content
        let hint = Spelling.hint(for: short, in: CoreTag.list)
        issues.report(
            .unknownTag, "the tag `\(Printable.text(short))` means nothing here", at: source.span(tag),
            hint: hint, notes: ["known tags: " + CoreTag.list.joined(separator: ", ")])
    }

    mutating func reportWrongTag(_ event: Event, _ span: SourceSpan) {
        let tag = CoreTag.short(event.tag ?? "")
        let value =
            switch event.kind {
            case .scalar(let text, _): text.isEmpty ? "an empty value" : "`\(Printable.text(text.first(40)))`"
            case .sequenceStart: "a list"
            default: "a mapping"
            }
        issues.report(.wrongTag, "\(value) is no `\(tag)`", at: span)
    }
}

extension String {
    /// The text, cut after so many characters.
    func first(_ count: Int) -> String {
        let start = prefix(count)
        return start.endIndex == endIndex ? self : start + "…"
    }
}
