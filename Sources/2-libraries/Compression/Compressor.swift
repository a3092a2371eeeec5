/// How bytes are compressed.
public enum Compression: Sendable, Hashable {
    /// Brotli (RFC 7932), from 0, fast, to 11, small and a hundred times slower.
    case brotli(quality: Int)
    /// gzip (RFC 1952), from 1, fast, to 9, small.
    case gzip(level: Int)

    /// The name in `Content-Encoding`.
    public var name: String {
        switch self {
        case .brotli: "br"
        case .gzip: "gzip"
        }
    }
}

/// Why nothing was compressed.
public enum CompressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library is missing.
    case unavailable(String)
    /// There is no memory for it.
    case outOfMemory

    /// A sentence with what to install.
    public var description: String {
        switch self {
        case .unavailable(let reason): "Nothing can be compressed: \(reason). Install the package libbrotli1."
        case .outOfMemory: "There is no memory to compress with."
        }
    }
}

/// Compresses one stream of bytes, part by part. Not to be shared among threads; each call computes and blocks on nothing.
public struct Compressor: ~Copyable {
    private enum Coder {
        case brotli(BrotliEncoder)
        case gzip(GzipEncoder)
    }

    private let coder: Coder

    /// - Parameter sizeHint: of all that will come, if it is known: small texts are compressed better with it.
    /// - Throws: `CompressionError`
    public init(_ compression: Compression, sizeHint: Int? = nil) throws(CompressionError) {
        switch compression {
        case .brotli(let quality): coder = .brotli(try BrotliEncoder(quality: quality, sizeHint: sizeHint))
        case .gzip(let level): coder = .gzip(try GzipEncoder(level: level))
        }
    }

    /// Takes more bytes.
    ///
    /// - Returns: what can be sent by now, which is often nothing yet.
    /// - Throws: `CompressionError`
    public mutating func add(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        try run(bytes, .go)
    }

    /// Gives out all that was taken, so that the other side can read it: for streams of events. It costs some size.
    ///
    /// - Throws: `CompressionError`
    public mutating func flush() throws(CompressionError) -> [UInt8] {
        try run([], .flush)
    }

    /// Takes the last bytes. Nothing may be called after it.
    ///
    /// - Returns: the rest.
    /// - Throws: `CompressionError`
    public mutating func finish(_ bytes: [UInt8] = []) throws(CompressionError) -> [UInt8] {
        try run(bytes, .finish)
    }

    private func run(_ bytes: [UInt8], _ step: CompressionStep) throws(CompressionError) -> [UInt8] {
        switch coder {
        case .brotli(let encoder): try encoder.run(bytes, step)
        case .gzip(let encoder): try encoder.run(bytes, step)
        }
    }
}

/// What is done with the bytes that were taken.
enum CompressionStep {
    case go
    case flush
    case finish
}

extension Compression {
    /// Compresses all bytes at once.
    ///
    /// - Throws: `CompressionError`
    public func compress(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        var compressor = try Compressor(self, sizeHint: bytes.count)
        return try compressor.finish(bytes)
    }
}
