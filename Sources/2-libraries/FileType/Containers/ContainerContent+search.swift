package import Platform

extension ContainerContent {
    /// The last place from `first` on and before `end` at which one of some byte sequences begins; nil: there is none.
    ///
    /// The file is read backwards in pieces of 64 KiB, so what stands near the end costs one read, and what stands nowhere
    /// one pass over the file. Memory does not grow with it.
    ///
    /// - Parameters:
    ///   - marks: none of them empty.
    ///   - first: where to stop; a negative place is the beginning of the file.
    /// - Throws: `SystemError`
    package func lastPlace(
        of marks: [[UInt8]], from first: Int64 = 0, before end: Int64
    ) throws(SystemError) -> Int64? {
        let longest = marks.map(\.count).max() ?? 0
        var isFirst = [Bool](repeating: false, count: 256)
        for mark in marks { isFirst[Int(mark[0])] = true }
        var end = min(end, size)
        let first = max(0, first)
        while end > first {
            let start = max(first, end - Int64(Self.pieceSize))
            // A sequence may begin in this piece and end in the next one.
            let piece = try read(at: start, count: Int(end - start) + longest - 1)
            var position = min(Int(end - start), piece.count) - 1
            while position >= 0 {
                if isFirst[Int(piece[position])], marks.contains(where: { piece[position...].starts(with: $0) }) {
                    return start + Int64(position)
                }
                position -= 1
            }
            end = start
        }
        return nil
    }
}
