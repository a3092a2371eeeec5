internal import Platform

/// The bytes of a container file, for readers that jump about in it: positioned reads, of no more than was asked for.
struct ContainerContent {
    /// In bytes, when reading began.
    let size: Int64
    private let read: (Int64, Int) throws -> [UInt8]

    /// Up to this size a file is read at once: a look at its beginning and its end are one read then.
    static let pieceSize = 64 << 10

    /// - Throws: `SystemError`
    init(_ file: FileDescriptor) throws {
        let size = try file.status().size
        if size <= Int64(Self.pieceSize) {
            self.init(try file.bytes(at: 0, count: Int(size)))
        } else {
            self.init(size: size) { try file.bytes(at: $0, count: $1) }
        }
    }

    init(_ bytes: [UInt8]) {
        self.init(size: Int64(bytes.count)) { offset, count in Array(bytes.dropFirst(Int(offset)).prefix(count)) }
    }

    private init(size: Int64, read: @escaping (Int64, Int) throws -> [UInt8]) {
        self.size = size
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
    func head(_ count: Int) throws -> [UInt8] {
        try read(at: 0, count: count)
    }

    /// The bytes from there on, fewer at the end of the file, none behind it.
    func read(at offset: Int64, count: Int) throws -> [UInt8] {
        guard offset >= 0, offset < size else { return [] }
        return try read(offset, Int(min(Int64(count), size - offset)))
    }
}

/// Why a container could not be followed.
enum ContainerProblem: Error {
    /// It breaks its format by accident: cut off, overwritten.
    case damaged(String)
    /// It is built as no program builds it that writes documents.
    case suspicious(String)
}
