internal import CZlib

/// Unpacks DEFLATE data (RFC 1951) up to a limit, with zlib.
///
/// Only for the small parts that say what the other parts of a package are: no document is ever unpacked.
enum Inflate {
    private static let pieceSize = 64 << 10

    /// Memory is taken as the data become longer, never more than they need and a piece of 64 KiB.
    ///
    /// - Returns: what was packed, `limit` bytes at most; nil: `input` is damaged, or holds more.
    static func unpack(_ input: [UInt8], limit: Int) -> [UInt8]? {
        // zlib keeps the address of its state, so that must not move.
        withUnsafeTemporaryAllocation(of: z_stream.self, capacity: 1) { memory in
            guard let stream = memory.baseAddress else { return nil }
            stream.initialize(to: z_stream())
            // A negative size of the window: there is neither header nor checksum.
            guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
                return nil
            }
            defer { inflateEnd(stream) }
            // zlib does not write there; its type says so only in newer versions.
            var input = input
            return input.withUnsafeMutableBufferPointer { bytes in
                stream.pointee.next_in = bytes.baseAddress
                stream.pointee.avail_in = uInt(bytes.count)
                return output(of: stream, limit: limit)
            }
        }
    }

    private static func output(of stream: UnsafeMutablePointer<z_stream>, limit: Int) -> [UInt8]? {
        var output: [UInt8] = []
        while true {
            let room = min(pieceSize, limit - output.count)
            var status = Z_OK
            let piece = [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
                stream.pointee.next_out = bytes.baseAddress
                stream.pointee.avail_out = uInt(room)
                status = inflate(stream, Z_NO_FLUSH)
                count = room - Int(stream.pointee.avail_out)
            }
            output += piece
            if status == Z_STREAM_END { return output }
            // All was written that there is room for, and there is more; or the data end too early.
            guard status == Z_OK, output.count < limit, !piece.isEmpty else { return nil }
        }
    }
}
