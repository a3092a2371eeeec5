import Platform

@testable import FileType

/// The sectors of an OLE compound file are followed to an end.
enum CompoundTarget: FuzzTarget {
    static let name = "compound"

    static func run(_ input: [UInt8]) {
        let file = MemoryFile.holding(input)
        let compound = required("the directory can be read") { try CompoundFile.inspect(file) }
        require(required("again") { try CompoundFile.inspect(file) } == compound, "the same bytes are the same file")
        require(
            (compound == .notCompound) == !input.starts(with: CompoundFile.signature), "the first bytes say what it is")
        if case .damaged(let reason) = compound {
            require(!reason.isEmpty && Printable.text(reason) == reason, "`\(reason)` can be shown")
        }
    }
}
