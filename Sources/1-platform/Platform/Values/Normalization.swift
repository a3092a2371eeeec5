@_spi(_Unicode) internal import Swift

extension String {
    /// The canonical composition (Unicode NFC), so that a title typed on one system and a file name written by another
    /// are the same bytes. The standard library offers it as a system interface; `PlatformTests` pins its results.
    public var composed: String {
        var scalars = UnicodeScalarView()
        for scalar in _nfc { scalars.append(scalar) }
        return String(scalars)
    }
}
