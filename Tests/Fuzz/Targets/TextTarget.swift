@testable import FileType

/// A text is read to its end, and what is found in it does not depend on where its parts meet.
enum TextTarget: FuzzTarget {
    static let name = "text"

    static func run(_ input: [UInt8]) {
        let file = MemoryFile.holding(input)
        let content = required("the text can be read") { try TextContent.inspect(file) }
        require(required("again") { try TextContent.inspect(file) } == content, "the same bytes are the same text")
        if case .other(let type) = content { require(type.contains("/"), "`\(type)` is a MIME name") }
        if case .mixed = content { require(input.count > ContainerContent.pieceSize, "a short text is one or none") }
        var whole = MarkupScanner()
        let expected = whole.read(input, isLast: true)
        var halves = MarkupScanner()
        let half = input.count / 2
        let found =
            halves.read(Array(input[..<half]), isLast: false) ?? halves.read(Array(input[half...]), isLast: true)
        require((found == nil) == (expected == nil), "two halves are what the whole is")
    }
}
