internal import Diagnostics

/// The text of a file as characters, to find out how something was written.
struct SourceText {
    let file: String
    let scalars: [Unicode.Scalar]

    /// nil, with an issue, when it is not UTF-8.
    init?(_ bytes: ArraySlice<UInt8>, file: String, issues: inout IssueList) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            issues.report(
                .error(
                    "yaml-encoding", "the file is UTF-16; save it as UTF-8",
                    at: SourceSpan(file: file, line: 1, column: 1)))
            return nil
        }
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(bytes.count)
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        self.file = file
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .emptyInput: break decoding
            case .error:
                self.scalars = scalars
                issues.report(
                    .error("yaml-encoding", "this is not UTF-8; save the file as UTF-8", at: span(at: scalars.count)))
                return nil
            }
        }
        self.scalars = scalars
    }

    /// The place of the character with that index.
    func span(at index: Int) -> SourceSpan {
        var line = 1
        var start = 0
        for (position, scalar) in scalars.prefix(index).enumerated() where scalar == "\n" {
            line += 1
            start = position + 1
        }
        return SourceSpan(file: file, line: line, column: index - start + 1)
    }

    /// The place of the character that has the byte with that offset.
    func span(atByte offset: Int) -> SourceSpan {
        var bytes = 0
        for (index, scalar) in scalars.enumerated() {
            if bytes >= offset { return span(at: index) }
            bytes += UTF8.width(scalar)
        }
        return span(at: scalars.count)
    }

    /// What stands between two marks.
    func slice(_ start: YAMLEvent.Mark, _ end: YAMLEvent.Mark) -> [Unicode.Scalar] {
        let upper = min(end.index, scalars.count)
        return Array(scalars[min(start.index, upper)..<upper])
    }

    /// The first line of what stands between two marks, or its first character.
    func span(_ start: YAMLEvent.Mark, _ end: YAMLEvent.Mark? = nil) -> SourceSpan {
        var length = 1
        if let end {
            length =
                end.line == start.line
                ? end.column - start.column
                : slice(start, end).prefix { $0 != "\n" && $0 != "\r" }.count
        }
        return SourceSpan(file: file, line: start.line + 1, column: start.column + 1, length: length)
    }
}
