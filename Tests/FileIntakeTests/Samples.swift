/// Small files of formats that tell their end.
enum Samples {
    static func box(_ type: String, _ payload: [UInt8] = []) -> [UInt8] {
        bigEndian(UInt32(payload.count + 8)) + Array(type.utf8) + payload
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    static func littleEndian(_ number: UInt32) -> [UInt8] { bigEndian(number).reversed() }

    static let ftyp = box("ftyp", Array("isom".utf8) + [0, 0, 2, 0] + Array("isommp42".utf8))

    /// As a camera writes it: what tells where everything is comes last.
    static let movie = ftyp + box("mdat", [UInt8](repeating: 7, count: 4_000)) + box("moov", box("mvhd", [1, 2, 3]))

    /// As it is made for streaming.
    static let fastMovie =
        ftyp + box("moov", box("mvhd", [1, 2, 3])) + box("mdat", [UInt8](repeating: 7, count: 4_000))

    /// An archive of one stored file.
    static let archive: [UInt8] = {
        let (name, data) = (Array("a.txt".utf8), Array("hello".utf8))
        let sizes = littleEndian(UInt32(data.count)) + littleEndian(UInt32(data.count))
        let local = Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 14) + sizes + [5, 0, 0, 0] + name + data
        let entry =
            Array("PK\u{1}\u{2}".utf8) + [UInt8](repeating: 0, count: 16) + sizes + [5, 0]
            + [UInt8](repeating: 0, count: 16) + name
        return local + entry + end(entries: 1, length: entry.count, offset: local.count)
    }()

    static func end(entries: UInt8, length: Int, offset: Int, comment: [UInt8] = []) -> [UInt8] {
        let numbers = littleEndian(UInt32(length)) + littleEndian(UInt32(offset))
        let size = littleEndian(UInt32(comment.count)).prefix(2)
        return Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0, entries, 0, entries, 0] + numbers + size + comment
    }

    static let pdf = Array("%PDF-1.7\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n".utf8)
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 1, count: 200) + [0xFF, 0xD9]
    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 1, count: 100)
        + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    static let wave = Array("RIFF".utf8) + littleEndian(104) + Array("WAVE".utf8) + [UInt8](repeating: 1, count: 100)

    static let all = [movie, fastMovie, archive, pdf, jpeg, png, wave]
}
