internal import CLinux

extension [UInt8] {
    /// Whether the bytes of a text stand in a row somewhere, by memmem(3): the time grows with both lengths added, not
    /// multiplied. Texts of other bytes that count as equal in Swift are not found. An empty text is everywhere.
    public func contains(bytesOf text: String) -> Bool {
        var text = text
        return withUnsafeBytes { bytes in
            text.withUTF8 { wanted in
                wanted.isEmpty
                    || compass_memmem(bytes.baseAddress, bytes.count, wanted.baseAddress, wanted.count) != nil
            }
        }
    }
}
