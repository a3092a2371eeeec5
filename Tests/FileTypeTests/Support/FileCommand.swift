import CompassTesting
import FileType
import Glibc
import Platform
import Testing

/// The program file(1), as the standard that detection is held against.
enum FileCommand {
    /// What it says of each of `paths`, none of which may have a newline in its name; nil where it gives up, as it does on
    /// some damaged texts.
    static func describe(_ paths: [Path], in folder: TestFolder) throws -> [FileType?] {
        let list = try folder.write("list", paths.flatMap { $0.bytes + [0x0A] })
        let types = try run("file --brief --mime-type --files-from '\(list.text)'")
        let encodings = try run("file --brief --mime-encoding --files-from '\(list.text)'")
        try #require(types.count == paths.count && encodings.count == paths.count)
        return zip(types, encodings).map {
            $0.hasPrefix("ERROR") ? nil : FileType(mimeType: $0, charset: $1 == "binary" ? nil : $1)
        }
    }

    /// The lines that a shell command prints.
    private static func run(_ command: String) throws -> [String] {
        let pipe = try #require(popen(command, "r"))
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
        // 1 when it gave up on a file.
        try #require([0, 1 << 8].contains(pclose(pipe)))
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
