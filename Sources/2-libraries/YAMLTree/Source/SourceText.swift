internal import Diagnostics

/// A file's text by Unicode scalars, which is how libyaml's marks count it, with the lines that users see.
///
/// Lines end in LF, CR LF or CR.
final class SourceText: Sendable {
    let file: String
    /// Without a byte order mark.
    let scalars: [Unicode.Scalar]
    /// Where each line starts, as indexes of `scalars`.
    let lineStarts: [Int]

    init(file: String, scalars: [Unicode.Scalar]) {
        self.file = file
        self.scalars = scalars
        var starts = [0]
        for (index, scalar) in scalars.enumerated() {
            guard scalar == "\n" || scalar == "\r" && !(index + 1 < scalars.count && scalars[index + 1] == "\n")
            else { continue }
            starts.append(index + 1)
        }
        lineStarts = starts
    }

    /// From 0.
    func line(of index: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= index { low = middle } else { high = middle }
        }
        return low
    }

    /// The scalars of a line, numbered from 0, without its break.
    func content(ofLine line: Int) -> Range<Int> {
        let start = lineStarts[line]
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : scalars.count
        while end > start, scalars[end - 1] == "\n" || scalars[end - 1] == "\r" { end -= 1 }
        return start..<end
    }

    /// The part of `range` that lies on its first line, without blanks at its end. An empty one is one scalar long.
    func span(_ range: Range<Int>) -> SourceSpan {
        let start = min(range.lowerBound, scalars.count)
        let line = line(of: start)
        let content = content(ofLine: line)
        var end = max(start, min(range.upperBound, content.upperBound))
        while end > start, scalars[end - 1].isBlank { end -= 1 }
        return SourceSpan(
            file: file, line: line + 1, column: min(start, content.upperBound) - content.lowerBound + 1,
            length: end - start)
    }

    /// One scalar, or the end of the file.
    func span(at index: Int) -> SourceSpan { span(index..<index) }

    /// nil at the end of the file.
    subscript(index: Int) -> Unicode.Scalar? { index >= 0 && index < scalars.count ? scalars[index] : nil }

    /// The first index from `start` on whose scalar the condition does not hold for.
    func skip(from start: Int, while condition: (Unicode.Scalar) -> Bool) -> Int {
        var index = start
        while index < scalars.count, condition(scalars[index]) { index += 1 }
        return index
    }

    /// Whether nothing but blanks stands before `index` on its line.
    func isFirstOnLine(_ index: Int) -> Bool {
        skip(from: lineStarts[line(of: index)], while: \.isBlank) >= index
    }

    /// Blanks that indent nothing, where a line begins with them, behind spaces at most; nil: it does not.
    func oddBlanks(ofLine line: Int) -> Range<Int>? {
        let start = skip(from: lineStarts[line], while: \.isBlank)
        let end = skip(from: start) { $0.isOddBlank }
        return end > start ? start..<end : nil
    }

    /// Blanks at the start of the line of `index`.
    func indentation(at index: Int) -> Int {
        let start = lineStarts[line(of: index)]
        return skip(from: start, while: \.isBlank) - start
    }
}

extension Unicode.Scalar {
    /// A space or a tab.
    var isBlank: Bool { self == " " || self == "\t" }

    /// A blank that looks like a space and indents nothing: word processors and web pages write it.
    var isOddBlank: Bool {
        switch value {
        case 0xA0, 0x1680, 0x180E, 0x2000...0x200B, 0x202F, 0x205F, 0x2060, 0x3000: true
        default: false
        }
    }

    /// A line break, or half of one.
    var isBreak: Bool { self == "\n" || self == "\r" }
}
