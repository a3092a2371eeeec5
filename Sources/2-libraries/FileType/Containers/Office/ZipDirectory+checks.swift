extension ZipDirectory {
    /// Refuses what declares to become far larger than it is: the classic bomb.
    ///
    /// - Throws: `ContainerProblem.suspicious`
    func checkSizes(_ limits: ZipLimits) throws {
        var total: Int64 = 0
        var stored: Int64 = 0
        for entry in entries {
            total = Self.sum(total, entry.size)
            stored = Self.sum(stored, entry.compressedSize)
        }
        guard total <= limits.total else {
            throw ContainerProblem.suspicious(
                "it is a decompression bomb: it unpacks to \(total) bytes, more than \(limits.total)")
        }
        guard total <= limits.ratioTotal || total / max(stored, 1) <= limits.ratio else {
            throw ContainerProblem.suspicious(
                "it is a decompression bomb: it unpacks to \(total) bytes, \(total / max(stored, 1)) times its size")
        }
        for entry in entries where !entry.isEncrypted {
            // Deflate adds at most 5 bytes to each block that it cannot shrink; a part that takes far more room than
            // it declares holds more than it declares.
            if entry.compressedSize > Self.sum(entry.size, entry.size) && entry.compressedSize - entry.size > 4096
                || entry.method == 0 && entry.compressedSize != entry.size
            {
                throw ContainerProblem.suspicious(
                    "its part \(entry.shownName) declares \(entry.size) bytes and takes "
                        + "\(entry.compressedSize)")
            }
        }
    }

    /// Refuses entries that share bytes, lie outside, or bear another name in their own header than in the directory:
    /// readers would disagree on what the package holds, and a few bytes could be unpacked thousands of times.
    ///
    /// - Throws: `ContainerProblem`, `SystemError`
    func checkPlaces(_ content: ContainerContent) throws {
        var end: Int64 = 0
        for entry in entries.sorted(by: { $0.offset < $1.offset }) {
            let name = entry.shownName
            if Self.leavesFolder(entry.nameBytes) {
                throw ContainerProblem.suspicious("its part \(name) has a name that leads out of its folder")
            }
            guard entry.offset >= end else {
                throw ContainerProblem.suspicious("its part \(name) shares bytes with another one")
            }
            let header = try content.bytes(
                at: entry.offset, count: ZipEntry.localHeaderSize, of: "its part \(name)")
            let stored = try content.bytes(
                at: entry.offset + Int64(ZipEntry.localHeaderSize), count: header.little16(26), of: "its part \(name)")
            guard header.little32(0) == 0x0403_4B50, stored.array[...] == entry.nameBytes else {
                throw ContainerProblem.suspicious("its part \(name) is not where its ZIP directory says")
            }
            let start = Self.sum(
                entry.offset, Int64(ZipEntry.localHeaderSize + header.little16(26) + header.little16(28)))
            end = Self.sum(start, entry.compressedSize)
            guard end <= offset else {
                throw ContainerProblem.suspicious("its part \(name) shares bytes with the ZIP directory")
            }
        }
    }

    private static func leavesFolder(_ name: ArraySlice<UInt8>) -> Bool {
        let slashes: Set<UInt8> = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
        let parts = name.split(omittingEmptySubsequences: false) { slashes.contains($0) }
        return parts.contains(Array("..".utf8)[...]) || name.contains(0) || name.first.map(slashes.contains) ?? true
    }

    /// Hostile sizes may overflow; the largest number is as good as any beyond it.
    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (result, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : result
    }
}
