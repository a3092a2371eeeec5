import Glibc
import Platform

@testable import CommandLineTool

/// Standard streams that lead into memory.
final class CapturedStreams {
    let streams: StandardStreams
    private let outputFile: FileDescriptor
    private let errorFile: FileDescriptor

    /// - Parameter shared: whether both lead to the same file.
    init(shared: Bool = false, terminal: Terminal? = nil) throws {
        outputFile = try Self.memory()
        errorFile = shared ? outputFile : try Self.memory()
        streams = StandardStreams(output: outputFile, errors: errorFile, terminal: terminal)
    }

    var output: String { get throws { try Self.text(outputFile) } }
    var errors: String { get throws { try Self.text(errorFile) } }

    private static func memory() throws -> FileDescriptor {
        var template = Array("/tmp/compass-streams-XXXXXX".utf8CString)
        let number = try systemCall("make a file") { mkstemp(&template) }
        unlink(template)
        return FileDescriptor(owning: number)
    }

    private static func text(_ file: FileDescriptor) throws -> String {
        String(decoding: try file.bytes(at: 0, count: Int(try file.status().size)), as: UTF8.self)
    }
}
