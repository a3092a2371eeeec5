package import Platform

/// The bytes of a container file, for readers that jump about in it: positioned reads, of no more than was asked for.
/// Whoever reads a file that may be hostile or half-written has one of these.
package struct ContainerContent {
    /// In bytes, when reading began.
    package let size: Int64
    private let read: (Int64, Int) throws(SystemError) -> [UInt8]
    /// The whole of it; nil: it is read as it is needed.
    private let whole: [UInt8]?

    /// Up to this size a file is read at once: a look at its beginning and its end are one read then.
    package static let wholeSize = 128 << 10
    static let pieceSize = 64 << 10
    private static let firstPiece = 4 << 10

    /// - Throws: `SystemError`
    package init(_ file: FileDescriptor) throws(SystemError) {
        try self.init(file, size: file.status().size)
    }

    /// - Parameter size: of the file, in bytes. Less is read when it has become shorter.
    /// - Throws: `SystemError`
    package init(_ file: FileDescriptor, size: Int64) throws(SystemError) {
        if size <= Int64(Self.wholeSize) {
            self.init(size: size, try file.bytes(at: 0, count: Int(size)))
        } else {
            self.init(size: size) { (offset, count) throws(SystemError) in try file.bytes(at: offset, count: count) }
        }
    }

    /// Of a file that has been read.
    package init(_ bytes: [UInt8]) {
        self.init(size: Int64(bytes.count), bytes)
    }

    private init(size: Int64, _ bytes: [UInt8]) {
        self.init(size: size, whole: bytes) { offset, count in Array(bytes.dropFirst(Int(offset)).prefix(count)) }
    }

    private init(size: Int64, whole: [UInt8]? = nil, read: @escaping (Int64, Int) throws(SystemError) -> [UInt8]) {
        self.size = size
        self.whole = whole
        self.read = read
    }

    /// Exactly `count` bytes.
    ///
    /// - Throws: `SystemError`; `ContainerProblem.damaged` when they do not all lie in the file.
    func bytes(at offset: Int64, count: Int, of part: @autoclosure () -> String) throws -> Bytes {
        guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else {
            throw ContainerProblem.damaged("\(part()) lies beyond the end of the file")
        }
        let result = try read(offset, count)
        guard result.count == count else {
            throw ContainerProblem.damaged("\(part()) lies beyond the end of the file")
        }
        return Bytes(result)
    }

    /// The first bytes, fewer when the file is shorter.
    package func head(_ count: Int) throws(SystemError) -> [UInt8] {
        try read(at: 0, count: count)
    }

    /// The bytes from there on, fewer at the end of the file, none before its beginning and behind its end.
    package func read(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        return try read(offset, Int(min(Int64(count), size - offset)))
    }

    /// The same without a copy of what is in memory; `body` must not keep the bytes.
    func withBytes<Result>(
        at offset: Int64, count: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(SystemError) -> Result {
        guard let whole, offset >= 0, offset < Int64(whole.count) else {
            return try read(at: offset, count: count).withUnsafeBytes { body($0) }
        }
        let end = min(whole.count, Int(offset) + count)
        return whole.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<end])) }
    }
}

/// Why a container could not be followed.
enum ContainerProblem: Error {
    /// It breaks its format by accident: cut off, overwritten.
    case damaged(String)
    /// It is built as no program builds it that writes documents.
    case suspicious(String)
}

/// What a reader of a kind of container says of a file.
protocol ContainerVerdict {
    static func damaged(reason: String) -> Self
    static func suspicious(reason: String) -> Self
}

extension ContainerVerdict {
    /// What `judge` says, or the problem that it comes upon.
    ///
    /// - Throws: what `judge` throws otherwise
    static func judging(_ judge: () throws -> Self) throws -> Self {
        do {
            return try judge()
        } catch ContainerProblem.damaged(let reason) {
            return damaged(reason: reason)
        } catch ContainerProblem.suspicious(let reason) {
            return suspicious(reason: reason)
        }
    }
}

extension ContainerContent {
    /// The last place from `first` on and before `end` at which one of some byte sequences begins; nil: there is none.
    ///
    /// The file is read backwards in pieces of 64 KiB, the first one smaller, so what stands near the end costs one read, and what stands nowhere
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
        // What is looked for mostly stands in the last line.
        var length = Self.firstPiece
        while end > first {
            let start = max(first, end - Int64(length))
            length = Self.pieceSize
            // A sequence may begin in this piece and end in the next one.
            let place = try withBytes(at: start, count: Int(end - start) + longest - 1) { piece in
                (0..<min(Int(end - start), piece.count)).reversed().first { position in
                    isFirst[Int(piece[position])] && marks.contains { piece[position...].starts(with: $0) }
                }
            }
            if let place { return start + Int64(place) }
            end = start
        }
        return nil
    }
}
