internal import CZlib

/// Reads gzip (RFC 1952).
public enum GzipDecoder {
    /// The bytes of one gzip member; nil when it is none, is cut short, or has more than `limit` bytes in it.
    ///
    /// Computes and blocks on nothing.
    public static func decompress(_ bytes: [UInt8], atMost limit: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        // zlib does not write there; its type says so only in newer versions.
        var input = bytes
        var result: [UInt8] = []
        var status = Z_OK
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(input.count)
            while status == Z_OK, result.count <= limit {
                result += [UInt8](unsafeUninitializedCapacity: 65_536) { output, count in
                    stream.next_out = output.baseAddress
                    stream.avail_out = uInt(output.count)
                    status = inflate(&stream, Z_NO_FLUSH)
                    count = output.count - Int(stream.avail_out)
                }
            }
        }
        return status == Z_STREAM_END && stream.avail_in == 0 && result.count <= limit ? result : nil
    }
}
