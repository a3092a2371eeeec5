internal import CYAML

/// What libyaml says of a text that is not YAML.
struct YAMLSyntaxError: Error {
    let problem: String
    /// What it was doing: "while parsing a block mapping"; empty if it does not say.
    let context: String
    /// From 0, in characters; nil when only the byte is known.
    let mark: YAMLEvent.Mark?
    let contextMark: YAMLEvent.Mark?
    /// Of the byte that cannot be read.
    let byte: Int
}

/// libyaml's parser over a buffer that outlives it.
struct YAMLEventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// - Parameter bytes: kept by libyaml without a copy; they must stay where they are until this value is gone.
    init(unsafeBytes bytes: UnsafeBufferPointer<UInt8>) {
        parser = .allocate(capacity: 1)
        // It can only fail for want of memory, which ends a Swift process anyway.
        precondition(yaml_parser_initialize(parser) == 1, "yaml_parser_initialize found no memory")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// The next event; nil behind the last.
    func next() throws(YAMLSyntaxError) -> YAMLEvent? {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    private var failure: YAMLSyntaxError {
        let state = parser.pointee
        let isReading = state.error == YAML_READER_ERROR
        return YAMLSyntaxError(
            problem: state.problem.map { String(cString: $0) } ?? "error \(state.error.rawValue)",
            context: state.context.map { String(cString: $0) } ?? "",
            mark: isReading ? nil : YAMLEvent.Mark(state.problem_mark),
            contextMark: state.context == nil ? nil : YAMLEvent.Mark(state.context_mark),
            byte: Int(state.problem_offset))
    }
}
