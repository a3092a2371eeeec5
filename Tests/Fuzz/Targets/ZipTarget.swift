import Platform

@testable import FileType

/// The directory of a ZIP archive is followed to an end; what is wrong with it can be shown.
enum ZipTarget: FuzzTarget {
    static let name = "zip"

    static func run(_ input: [UInt8]) {
        let file = MemoryFile.holding(input)
        let package = required("the directory can be read") { try OfficePackage.inspect(file) }
        require(required("again") { try OfficePackage.inspect(file) } == package, "the same bytes are the same package")
        switch package {
        case .damaged(let reason), .suspicious(let reason):
            require(!reason.isEmpty && Printable.text(reason) == reason, "`\(reason)` can be shown")
        default: break
        }
        WholenessChecks.check(file, size: input.count, names: ["letter.docx"])
    }
}
