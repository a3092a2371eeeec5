internal import Glibc
internal import Platform

/// The size of a WebP picture, which stands in its first 30 bytes.
///
/// Format: RFC 9649, sections 2.5 to 2.7; of VP8 frames, RFC 6386, section 9.1.
struct WebPHeader: Hashable, Sendable {
    let width: Int64
    let height: Int64

    /// nil: it is no such picture.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        // Little endian.
        func number(_ places: Range<Int>) -> Int64 {
            places.reversed().reduce(0) { $0 << 8 | Int64(bytes[$1]) }
        }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            guard bytes[23] == 0x9D, bytes[24] == 0x01, bytes[25] == 0x2A else { return nil }
            width = number(26..<28) & 0x3FFF
            height = number(28..<30) & 0x3FFF
        case "VP8L":
            guard bytes[20] == 0x2F else { return nil }
            let bits = number(21..<25)
            width = bits & 0x3FFF + 1
            height = bits >> 14 & 0x3FFF + 1
        case "VP8X":
            width = number(24..<27) + 1
            height = number(27..<30) + 1
        default:
            return nil
        }
        guard width > 0, height > 0 else { return nil }
    }
}

extension WebPHeader {
    /// Of a file that a program has made; nil: there is no such picture.
    init?(of path: Path) throws {
        guard Files.exists(path) else { return nil }
        // A program that was taken over may have put a link or a pipe there.
        let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        self.init(try file.bytes(at: 0, count: 30))
    }
}
