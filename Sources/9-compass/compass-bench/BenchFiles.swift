internal import Glibc
internal import Platform

/// Documents to measure with: distinct, of real kinds, incompressible.
enum BenchFiles {
    /// Writes PDFs of `kibibytes` KiB.
    ///
    /// - Returns: their paths, absolute.
    static func pdfs(_ count: Int, kibibytes: Int, in folder: Path) throws -> [Path] {
        try Files.createFolders(folder)
        var generator = SystemRandomNumberGenerator()
        return try (0..<count).map { number in
            let body = (0..<kibibytes * 128).flatMap { _ in
                withUnsafeBytes(of: generator.next()) { Array($0) }
            }
            var bytes = Array("%PDF-1.4\n1 0 obj\n<< /Length \(body.count) >>\nstream\n".utf8)
            bytes += body
            bytes += "\nendstream\nendobj\ntrailer << /Size 2 >>\nstartxref\n9\n%%EOF\n".utf8
            let path = folder.appending(Path("transcript-\(number).pdf"))
            try write(bytes, to: path)
            return path
        }
    }

    /// Writes small texts.
    static func texts(_ count: Int, in folder: Path) throws {
        try Files.createFolders(folder)
        for number in 0..<count {
            try write(Array("This is file \(number).\n".utf8), to: folder.appending(Path("\(number).txt")))
        }
    }

    /// Writes a video: the first box of an MP4 file, an index with one track of pictures, and a box of media data.
    static func video(mebibytes: Int, at path: Path) throws {
        let file = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC)
        let size = UInt64(mebibytes) << 20
        var head: [UInt8] = [0, 0, 0, 28] + Array("ftypisom".utf8) + [0, 0, 2, 0] + Array("isommp41mp42".utf8)
        let handler = [UInt8](repeating: 0, count: 8) + Array("vide".utf8) + [0, 0, 0, 0]
        head += box("moov", box("trak", box("mdia", box("hdlr", handler))))
        let rest = size - UInt64(head.count)
        head += [0, 0, 0, 1] + Array("mdat".utf8) + withUnsafeBytes(of: rest.bigEndian) { Array($0) }
        try file.write(head)
        var generator = SystemRandomNumberGenerator()
        let chunk = (0..<131_072).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }
        var left = Int(size) - head.count
        while left > 0 {
            try file.write(left >= chunk.count ? chunk : Array(chunk[..<left]))
            left -= chunk.count
        }
        try file.synchronize()
    }

    private static func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(contents.count + 8).bigEndian) { Array($0) } + Array(type.utf8) + contents
    }

    private static func write(_ bytes: [UInt8], to path: Path) throws {
        try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC).write(bytes)
    }
}
