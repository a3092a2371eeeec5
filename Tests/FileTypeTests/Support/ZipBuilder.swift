/// Writes ZIP files with stored entries, right ones and wrong ones.
struct ZipBuilder {
    struct Entry {
        var name: [UInt8]
        var contents: [UInt8] = Array("<x/>".utf8)
        var method = 0
        var flags = 0
        /// What the directory declares instead of the truth.
        var size: UInt32?
        var compressedSize: UInt32?
        var offset: UInt32?
        /// The name in the entry's own header.
        var localName: [UInt8]?
        var directoryExtra: [UInt8] = []

        init(_ name: String) {
            self.name = Array(name.utf8)
        }
    }

    var entries: [Entry] = []
    var comment: [UInt8] = []
    /// What the end record declares instead of the truth.
    var count: UInt16?
    var directorySize: UInt32?
    var directoryOffset: UInt32?
    /// Between the entries and the directory.
    var gap: [UInt8] = []
    /// Adds the ZIP64 end record and locator, and marks the end record's fields as too small.
    var isWide = false

    /// With the parts of a Word document, and `names`.
    static func word(_ names: String...) -> ZipBuilder {
        ZipBuilder(entries: (["[Content_Types].xml", "_rels/.rels", "word/document.xml"] + names).map(Entry.init))
    }

    /// With `names` alone.
    static func of(_ names: String...) -> ZipBuilder {
        ZipBuilder(entries: names.map(Entry.init))
    }

    var bytes: [UInt8] {
        var result: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let offset = entry.offset ?? UInt32(result.count)
            let local = entry.localName ?? entry.name
            let sizes =
                little(entry.compressedSize ?? UInt32(entry.contents.count))
                + little(entry.size ?? UInt32(entry.contents.count))
            let common =
                little(UInt16(entry.flags)) + little(UInt16(entry.method)) + little(UInt32(0)) + little(UInt32(0))
            result += little(UInt32(0x0403_4B50)) + little(UInt16(20)) + common + sizes
            result += little(UInt16(local.count)) + little(UInt16(0)) + local + entry.contents
            directory += little(UInt32(0x0201_4B50)) + little(UInt16(20)) + little(UInt16(20)) + common + sizes
            directory += little(UInt16(entry.name.count)) + little(UInt16(entry.directoryExtra.count))
            directory += little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0)) + little(offset)
            directory += entry.name + entry.directoryExtra
        }
        result += gap
        let start = result.count
        result += directory
        if isWide {
            let wide = result.count
            result += little(UInt32(0x0606_4B50)) + little(UInt64(44)) + little(UInt16(45)) + little(UInt16(45))
            result +=
                little(UInt32(0)) + little(UInt32(0)) + little(UInt64(entries.count)) + little(UInt64(entries.count))
            result += little(UInt64(directory.count)) + little(UInt64(start))
            result += little(UInt32(0x0706_4B50)) + little(UInt32(0)) + little(UInt64(wide)) + little(UInt32(1))
        }
        let count = count ?? (isWide ? .max : UInt16(entries.count))
        result += little(UInt32(0x0605_4B50)) + little(UInt16(0)) + little(UInt16(0)) + little(count) + little(count)
        result += little(directorySize ?? (isWide ? .max : UInt32(directory.count)))
        result += little(directoryOffset ?? (isWide ? .max : UInt32(start)))
        return result + little(UInt16(comment.count)) + comment
    }
}

/// Least significant byte first.
func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
}
