internal import CZlib

/// A stream of zlib that writes gzip.
final class GzipEncoder {
    /// zlib keeps the address of its state, so that must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    init(level: Int) throws(CompressionError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 16 more than the size of the window: with gzip's header and checksum.
        let status = deflateInit2_(
            stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        if status != Z_OK {
            stream.deallocate()
            throw status == Z_MEM_ERROR ? .outOfMemory : .unavailable("zlib is of another version")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func run(_ bytes: [UInt8], _ step: CompressionStep) throws(CompressionError) -> [UInt8] {
        let flush =
            switch step {
            case .go: Z_NO_FLUSH
            case .flush: Z_SYNC_FLUSH
            case .finish: Z_FINISH
            }
        var result: [UInt8] = []
        // zlib does not write there; its type says so only in newer versions.
        var bytes = bytes
        bytes.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = uInt(input.count)
            var room = 0
            repeat {
                let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { output, count in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = uInt(output.count)
                    // Fails only when there is nothing to do, with Z_BUF_ERROR, and then writes nothing.
                    _ = deflate(stream, flush)
                    room = Int(stream.pointee.avail_out)
                    count = output.count - room
                }
                result += piece
            } while room == 0
            stream.pointee.next_in = nil
        }
        return result
    }
}
