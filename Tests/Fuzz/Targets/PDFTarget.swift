import Platform

@testable import FileType
@testable import FileIntake

/// The beginning of a PDF document and what leads to its root are found, or told to be missing.
enum PDFTarget: FuzzTarget {
    static let name = "pdf"

    static func run(_ input: [UInt8]) {
        let file = MemoryFile.holding(input)
        let document = required("the document can be read") { try PDFFile.inspect(file) }
        require(required("again") { try PDFFile.inspect(file) } == document, "the same bytes are the same document")
        switch document {
        case .damaged(let reason), .suspicious(let reason):
            require(!reason.isEmpty && Printable.text(reason) == reason, "`\(reason)` can be shown")
        default: break
        }
        WholenessChecks.check(file, size: input.count, names: ["letter.pdf"])
    }
}
