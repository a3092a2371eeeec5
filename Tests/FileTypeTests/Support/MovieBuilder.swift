/// Writes films, box by box.
enum MovieBuilder {
    static func box(_ type: String, _ contents: [UInt8] = []) -> [UInt8] {
        big(UInt32(8 + contents.count)) + Array(type.utf8) + contents
    }

    /// With its size in 64 bits.
    static func wideBox(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        big(UInt32(1)) + Array(type.utf8) + big(UInt64(16 + contents.count)) + contents
    }

    static func brand(_ name: String = "isom") -> [UInt8] {
        box("ftyp", Array(name.utf8) + [0, 0, 2, 0] + Array(name.utf8))
    }

    /// An index with tracks of these kinds.
    static func index(_ handlers: String...) -> [UInt8] {
        box("moov", box("mvhd", Array(repeating: 0, count: 100)) + handlers.flatMap(track))
    }

    static func track(_ handler: String) -> [UInt8] {
        box("trak", box("mdia", box("hdlr", Array(repeating: 0, count: 8) + Array(handler.utf8) + [0, 0, 0, 0])))
    }

    static let media = box("mdat", Array(repeating: 0x2A, count: 400))
    static let film = brand() + index("vide", "soun") + media

    /// An AVI file with streams of these kinds.
    static func avi(_ kinds: String..., frames: [UInt8] = Array(repeating: 0x2A, count: 64)) -> [UInt8] {
        let streams = kinds.flatMap {
            list("strl", chunk("strh", Array($0.utf8) + Array(repeating: 0, count: 52)) + chunk("strf", [0, 0, 0]))
        }
        return riff(list("hdrl", chunk("avih", Array(repeating: 0, count: 56)) + streams) + list("movi", frames))
    }

    static func riff(_ contents: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(UInt32(contents.count + 4)) + Array("AVI ".utf8) + contents
    }

    static func list(_ kind: String, _ contents: [UInt8]) -> [UInt8] { chunk("LIST", Array(kind.utf8) + contents) }

    static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        Array(type.utf8) + little(UInt32(contents.count)) + contents + (contents.count % 2 == 0 ? [] : [0])
    }
}

/// Most significant byte first.
func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
}

/// One behind the other.
func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }
