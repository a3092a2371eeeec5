internal import Platform

/// An entry of a ZIP central directory.
struct ZipEntry {
    /// As stored, in whatever encoding.
    let nameBytes: ArraySlice<UInt8>
    let flags: Int
    let method: Int
    let compressedSize: Int64
    let size: Int64
    /// Where its local header starts.
    let offset: Int64

    /// Part names of packages are ASCII.
    var name: String { String(decoding: nameBytes, as: UTF8.self) }
    /// For messages.
    var shownName: String { Printable.text(nameBytes) }
    var isEncrypted: Bool { flags & 1 != 0 }
    /// Whether it is stored or deflated.
    var isUsual: Bool { method == 0 || method == 8 }

    static let headerSize = 46
    static let localHeaderSize = 30

    /// The entry that starts at `start` of a central directory, and the number of bytes that it takes there.
    ///
    /// - Throws: `ContainerProblem`
    static func read(_ directory: Bytes, at start: Int) throws -> (entry: ZipEntry, length: Int) {
        guard start + headerSize <= directory.count, directory.little32(start) == 0x0201_4B50 else {
            throw ContainerProblem.damaged("its ZIP directory holds something that is no entry")
        }
        let nameLength = directory.little16(start + 28)
        let extraLength = directory.little16(start + 30)
        let length = headerSize + nameLength + extraLength + directory.little16(start + 32)
        guard start + length <= directory.count else {
            throw ContainerProblem.damaged("an entry of its ZIP directory is cut off")
        }
        var wide = WideFields(directory, at: start + headerSize + nameLength, count: extraLength)
        // In this order, which is that of the wide fields.
        let size = try wide.value(directory.little32(start + 24))
        let compressedSize = try wide.value(directory.little32(start + 20))
        let offset = try wide.value(directory.little32(start + 42))
        let entry = ZipEntry(
            nameBytes: directory.slice(start + headerSize, nameLength), flags: directory.little16(start + 8),
            method: directory.little16(start + 10), compressedSize: compressedSize, size: size, offset: offset)
        return (entry, length)
    }

    /// The ZIP64 extra field: 64-bit values for those of the 32-bit fields that are all ones, in the fields' order.
    private struct WideFields {
        private var values: [UInt64] = []

        init(_ bytes: Bytes, at start: Int, count: Int) {
            var position = start
            let end = start + count
            // Padding of fewer than four bytes after the last field is common and harmless.
            while position + 4 <= end {
                let length = bytes.little16(position + 2)
                guard position + 4 + length <= end else { return }
                if bytes.little16(position) == 1 {
                    values = stride(from: 0, to: length - length % 8, by: 8)
                        .map { bytes.little64(position + 4 + $0) }.reversed()
                    return
                }
                position += 4 + length
            }
        }

        mutating func value(_ narrow: UInt32) throws -> Int64 {
            if narrow != .max { return Int64(narrow) }
            guard let wide = values.popLast() else {
                throw ContainerProblem.damaged("an entry of its ZIP directory lacks its 64-bit size")
            }
            guard let value = Int64(exactly: wide) else {
                throw ContainerProblem.suspicious("an entry of its ZIP directory claims \(wide) bytes")
            }
            return value
        }
    }
}

/// How much a ZIP package may declare before it is refused unread. Nothing is ever decompressed to find out.
public struct ZipLimits: Hashable, Sendable {
    /// Entries of the central directory.
    public var entries = 10_000
    /// Bytes of the central directory.
    public var directorySize: Int64 = 4 << 20
    /// Bytes of all entries when decompressed.
    public var total: Int64 = 1 << 30
    /// Decompressed size over stored size, looked at above `ratioTotal` decompressed bytes only: small packages of
    /// repetitive XML shrink well.
    public var ratio: Int64 = 200
    /// In bytes; see `ratio`.
    public var ratioTotal: Int64 = 100 << 20

    /// Wide enough for every document that an office program writes, and far below what harms a reader.
    public init() {}
}
