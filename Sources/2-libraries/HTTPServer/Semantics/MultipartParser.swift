internal import Glibc

/// Takes a body of `multipart/form-data` apart as its bytes come, without waiting for anything: `MultipartReader` does that.
///
/// What it gives out does not depend on where the body was cut into pieces, but for the cuts between bytes of one part. It
/// keeps the last piece, and of the one before no more than a head or the beginning of a boundary.
///
/// Source: RFC 2046, section 5.1.1; RFC 7578. It is stricter than these where two readers could come to different ends: a line
/// ends with CR LF, a field of a head is one line, and what looks like a boundary and goes on is no text of a part.
struct MultipartParser: Sendable {
    enum Event: Sendable, Hashable {
        case part(MultipartHead)
        /// Of the part that was given out last; never empty.
        case bytes([UInt8])
        /// Of that part.
        case partEnd
        /// The next piece is needed.
        case more
        case end
    }

    private enum Place: Sendable {
        /// Before the first boundary.
        case preamble
        /// Behind the two dashes and the boundary.
        case boundary
        case head
        case part
        /// Behind the last boundary.
        case epilogue
    }

    /// CR LF, two dashes, and the boundary.
    private let delimiter: [UInt8]
    private let limits: MultipartReader.Limits
    private var place = Place.preamble
    /// What has come and was not given out begins at `start`.
    private var input: [UInt8]
    private var start = 0
    /// How much of it was searched in vain for the end of a head.
    private var searched = 0
    /// Bytes at `start` that belong to a line break before the part, which may be the first of a delimiter as well.
    private var before = 2
    /// Of the preamble or the epilogue.
    private var ignored = 0
    private var parts = 0
    private var isWhole = false
    /// How many bytes have come.
    private var taken: Int64 = 0
    /// How many bytes of the body stand before the contents of the part that was given out last.
    private(set) var startOfPart: Int64 = 0

    init(boundary: String, limits: MultipartReader.Limits) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.limits = limits
        // So that a boundary at the very beginning is found like all others.
        input = [0x0D, 0x0A]
    }

    /// Takes the next piece, to be called after `Event.more`.
    mutating func feed(_ piece: [UInt8]) {
        taken += Int64(piece.count)
        searched -= start
        if start == input.count {
            input = piece
        } else {
            input.removeFirst(start)
            input += piece
        }
        start = 0
        searched = max(searched, 0)
    }

    /// How much of a body stands behind its last part.
    var sizeOfEnd: Int64 { Int64(delimiter.count) + 4 }

    /// There are no more pieces.
    mutating func finish() { isWhole = true }

    /// - Throws: `MultipartError`
    mutating func next() throws(MultipartError) -> Event {
        while true {
            let event =
                switch place {
                case .preamble, .part: try content()
                case .boundary: try boundary()
                case .head: try head()
                case .epilogue: try epilogue()
                }
            if let event {
                if event == .more, isWhole { throw .truncated }
                return event
            }
        }
    }

    // MARK: Parts

    /// Bytes up to the next delimiter, which is passed.
    private mutating func content() throws(MultipartError) -> Event? {
        let (end, isFound) = nextDelimiter()
        let first = min(start + before, end)
        if end > start { before = 0 }
        if place == .preamble {
            ignored += end - first
            if ignored > limits.headSize { throw .noBoundary(within: limits.headSize) }
            start = end
            if !isFound { return .more }
        } else if first < end {
            // The delimiter is found again, at the first byte.
            return .bytes(take(first..<end))
        } else {
            start = end
            if !isFound { return .more }
        }
        start += delimiter.count
        defer { place = .boundary }
        return place == .part ? .partEnd : nil
    }

    /// Gives out a range and what stands before it. A whole piece is handed on and not copied.
    private mutating func take(_ range: Range<Int>) -> [UInt8] {
        let isAll = range == 0..<input.count
        let bytes = isAll ? input : Array(input[range])
        start = isAll ? 0 : range.upperBound
        if isAll { input = [] }
        return bytes
    }

    /// Where the next delimiter begins, or what may become one with the next piece, or the end.
    private func nextDelimiter() -> (start: Int, isWhole: Bool) {
        input.withUnsafeBytes { bytes in
            delimiter.withUnsafeBytes { delimiter in
                guard let base = bytes.baseAddress, let wanted = delimiter.baseAddress else { return (0, false) }
                var place = start
                // A boundary has no CR in it, so that nothing is compared twice.
                while place < bytes.count, let found = memchr(base + place, 0x0D, bytes.count - place) {
                    place = UnsafeRawPointer(found) - base
                    let count = min(delimiter.count, bytes.count - place)
                    if memcmp(base + place, wanted, count) == 0 { return (place, count == delimiter.count) }
                    place += 1
                }
                return (bytes.count, false)
            }
        }
    }

    // MARK: Between parts

    /// What follows a boundary: two dashes after the last one, spaces, and a line break.
    private mutating func boundary() throws(MultipartError) -> Event? {
        var place = start
        guard place < input.count else { return .more }
        if input[place] == UInt8(ascii: "-") {
            guard place + 1 < input.count else { return .more }
            if input[place + 1] != UInt8(ascii: "-") { throw .malformedBoundary(after: parts) }
            start += 2
            ignored = 0
            self.place = .epilogue
            return nil
        }
        while place < input.count, input[place] == 0x20 || input[place] == 0x09 { place += 1 }
        if place - start > limits.headSize { throw .malformedBoundary(after: parts) }
        guard place < input.count else { return .more }
        if input[place] != 0x0D { throw .malformedBoundary(after: parts) }
        guard place + 1 < input.count else { return .more }
        if input[place + 1] != 0x0A { throw .malformedBoundary(after: parts) }
        if parts == limits.parts { throw .tooManyParts(limit: limits.parts) }
        parts += 1
        // Its line break is also the one before the first line of the head, which may be empty.
        start = place
        searched = place
        self.place = .head
        return nil
    }

    /// The head of a part, from the line break before it to the empty line behind it.
    private mutating func head() throws(MultipartError) -> Event? {
        guard let end = endOfHead() else {
            if input.count - start > limits.headSize + 4 {
                throw .headTooLarge(part: parts, limit: limits.headSize)
            }
            searched = max(start, input.count - 3)
            return .more
        }
        if end - start > limits.headSize { throw .headTooLarge(part: parts, limit: limits.headSize) }
        let lines = end > start ? input[(start + 2)..<end] : []
        let head = try MultipartHead(lines, number: parts)
        // The line break of the empty line may be the first of a delimiter: a part without any bytes.
        start = end + 2
        before = 2
        place = .part
        startOfPart = taken - Int64(input.count - (end + 4))
        return .part(head)
    }

    /// Where two line breaks follow each other.
    private func endOfHead() -> Int? {
        var place = max(start, searched)
        while place + 4 <= input.count {
            guard let found = input[place..<(input.count - 3)].firstIndex(of: 0x0D) else { return nil }
            if input[found + 1] == 0x0A, input[found + 2] == 0x0D, input[found + 3] == 0x0A { return found }
            place = found + 1
        }
        return nil
    }

    private mutating func epilogue() throws(MultipartError) -> Event? {
        ignored += input.count - start
        start = input.count
        if ignored > limits.headSize { throw .surplus(limit: limits.headSize) }
        return isWhole ? .end : .more
    }
}
