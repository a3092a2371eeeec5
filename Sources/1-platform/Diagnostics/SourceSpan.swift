/// A stretch of one line of a text file.
public struct SourceSpan: Hashable, Comparable, Sendable {
    /// As the user named it; relative to the working folder where that is shorter.
    public let file: String
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars, as editors count.
    public let column: Int
    /// In Unicode scalars, at least 1; the caret line of a message is that long.
    public let length: Int

    /// - Parameters: as the properties; a `length` below 1 is taken for 1.
    public init(file: String, line: Int, column: Int, length: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
        self.length = max(1, length)
    }

    /// By file, then by position.
    public static func < (left: SourceSpan, right: SourceSpan) -> Bool {
        (left.file, left.line, left.column, left.length) < (right.file, right.line, right.column, right.length)
    }

    /// `length` scalars that start `offset` scalars behind this span's start, on the same line.
    public func part(from offset: Int, length: Int) -> SourceSpan {
        SourceSpan(file: file, line: line, column: column + offset, length: length)
    }
}
