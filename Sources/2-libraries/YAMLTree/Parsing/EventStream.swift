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
