import FileType
import Platform

/// libmagic, as the program calls it, gives a type of every file, and the same one each time. The library itself is the
/// distribution's, without instrumentation: what it breaks shows, what it reads too far may not.
enum MagicTarget: FuzzTarget {
    static let name = "magic"

    private static let detector = FileTypeDetector(width: 1)

    static func run(_ input: [UInt8]) {
        let file = MemoryFile.holding(input)
        let type = required("the type can be told") { try detector.detect(file) }
        require(type.mimeType.contains("/"), "`\(type.mimeType)` is a type")
        require(Printable.text(type.mimeType) == type.mimeType, "`\(type.mimeType)` can be shown")
        require(required("again") { try detector.detect(file) } == type, "the same bytes are of the same type")
    }
}
