/// Bytes with the integers of file formats. Offsets count from the first byte; reading beyond the end is a programming
/// error, so readers check their lengths first.
package struct Bytes {
    package let array: [UInt8]

    package init(_ array: [UInt8]) {
        self.array = array
    }

    package var count: Int { array.count }

    /// Least significant byte first.
    package func little16(_ offset: Int) -> Int {
        Int(array[offset]) | Int(array[offset + 1]) << 8
    }

    /// Least significant byte first.
    package func little32(_ offset: Int) -> UInt32 {
        UInt32(little16(offset)) | UInt32(little16(offset + 2)) << 16
    }

    /// Least significant byte first.
    package func little64(_ offset: Int) -> UInt64 {
        UInt64(little32(offset)) | UInt64(little32(offset + 4)) << 32
    }

    /// Most significant byte first.
    package func big32(_ offset: Int) -> UInt32 {
        little32(offset).byteSwapped
    }

    /// Most significant byte first.
    package func big64(_ offset: Int) -> UInt64 {
        little64(offset).byteSwapped
    }

    package func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8> {
        array[offset..<offset + count]
    }
}
