package import Platform

/// The first bytes of a box of an MP4, QuickTime or HEIF file (ISO/IEC 14496-12, section 4.2): its type, and how long it says it
/// is. Whether that can be is for its users to decide.
package struct BoxHeader {
    package enum Length {
        /// In bytes, header included.
        case bytes(UInt64)
        /// Up to the end of what the box lies in.
        case toEnd
        /// The file ends before all bytes of the length; how many are missing.
        case cut(missing: Int)
    }

    /// Four bytes, of any value.
    package let type: ArraySlice<UInt8>
    package let length: Length
    /// 8 bytes, or 16 of a box of more than 4 GiB.
    package let size: Int64

    /// The header at a place; nil: fewer than eight bytes are left there.
    ///
    /// - Throws: `SystemError`
    package init?(at place: Int64, _ content: ContainerContent) throws(SystemError) {
        let bytes = Bytes(try content.read(at: place, count: 16))
        guard bytes.count >= 8 else { return nil }
        type = bytes.slice(4, 4)
        let short = bytes.big32(0)
        size = short == 1 ? 16 : 8
        switch short {
        case 0: length = .toEnd
        case 1: length = bytes.count == 16 ? .bytes(bytes.big64(8)) : .cut(missing: 16 - bytes.count)
        default: length = .bytes(UInt64(short))
        }
    }
}
