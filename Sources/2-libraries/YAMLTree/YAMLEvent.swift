internal import CYAML

/// What libyaml's parser reports, copied out of its memory.
struct YAMLEvent {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case alias(String)
        case scalar(text: String, style: YAMLScalar.Style)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    }

    /// Lines and columns from 0, in characters.
    struct Mark {
        let index: Int
        let line: Int
        let column: Int

        init(_ mark: yaml_mark_t) {
            index = Int(mark.index)
            line = Int(mark.line)
            column = Int(mark.column)
        }
    }

    let kind: Kind
    let anchor: String?
    let tag: String?
    let start: Mark
    let end: Mark

    /// - Returns: nil for an event that is none.
    init?(_ event: yaml_event_t) {
        start = Mark(event.start_mark)
        end = Mark(event.end_mark)
        var anchor: String?
        var tag: String?
        switch event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias(Self.text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            kind = .scalar(
                text: String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self),
                style: Self.style(scalar.style))
            (anchor, tag) = (Self.text(scalar.anchor), Self.text(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            kind = .sequenceStart
            (anchor, tag) = (Self.text(event.data.sequence_start.anchor), Self.text(event.data.sequence_start.tag))
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart
            (anchor, tag) = (Self.text(event.data.mapping_start.anchor), Self.text(event.data.mapping_start.tag))
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: return nil
        }
        self.anchor = anchor
        self.tag = tag
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private static func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }
}
