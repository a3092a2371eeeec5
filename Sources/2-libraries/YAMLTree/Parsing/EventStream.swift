internal import CYAML

/// libyaml's parser over a text of its own. libyaml keeps a pointer to its input, so the input lives and dies with it.
struct EventStream: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// - Parameter utf8: valid UTF-8 without a byte order mark.
    /// - Throws: when there is no memory.
    init(_ utf8: [UInt8]) throws(SyntaxError) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw SyntaxError(
                code: SyntaxError.Code(rawValue: YAML_MEMORY_ERROR.rawValue), problem: "", index: 0, context: "",
                contextIndex: nil)
        }
        self.parser = parser
        input = .allocate(capacity: utf8.count)
        _ = input.initialize(from: utf8)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// The next event; nil behind the end of the stream.
    mutating func next() throws(SyntaxError) -> Event? {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        return Event(event)
    }

    private var failure: SyntaxError {
        let state = parser.pointee
        return SyntaxError(
            code: SyntaxError.Code(rawValue: state.error.rawValue),
            problem: state.problem.map { String(cString: $0) } ?? "",
            index: Int(state.problem_mark.index),
            context: state.context.map { String(cString: $0) } ?? "",
            contextIndex: state.context == nil ? nil : Int(state.context_mark.index))
    }
}

/// One of libyaml's events, copied out of its memory. Marks are indexes of Unicode scalars.
struct Event {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case alias(String)
        case scalar(text: String, style: YAMLScalar.Style)
        case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    }

    let kind: Kind
    let anchor: String?
    /// In its long form, such as `tag:yaml.org,2002:str`.
    let tag: String?
    let start: Int
    let end: Int

    /// nil for libyaml's "no event", which it gives behind the end of the stream.
    init?(_ event: yaml_event_t) {
        start = Int(event.start_mark.index)
        end = Int(event.end_mark.index)
        var anchor: UnsafeMutablePointer<yaml_char_t>?
        var tag: UnsafeMutablePointer<yaml_char_t>?
        switch event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias(Self.text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = .scalar(text: String(decoding: text, as: UTF8.self), style: Self.style(scalar.style))
            (anchor, tag) = (scalar.anchor, scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            kind = .sequenceStart
            (anchor, tag) = (event.data.sequence_start.anchor, event.data.sequence_start.tag)
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart
            (anchor, tag) = (event.data.mapping_start.anchor, event.data.mapping_start.tag)
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: return nil
        }
        self.anchor = Self.text(anchor)
        self.tag = Self.text(tag)
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
