@_spi(_Unicode) internal import Swift

extension String {
    /// The canonical composition (Unicode NFC), so that a title typed on one system and a file name written by another
    /// are the same bytes. The standard library offers it as a system interface; `PlatformTests` pins its results.
    public var composed: String {
        var scalars = UnicodeScalarView()
        for scalar in _nfc { scalars.append(scalar) }
        return String(scalars)
    }

    /// With every line's end as LF: browsers send what is typed in several lines with CR LF (HTML, "constructing the entry
    /// list"), and a CR alone was a line's end as well.
    public var withLineFeeds: String {
        guard utf8.contains(0x0D) else { return self }
        var scalars = UnicodeScalarView()
        var former: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar == "\r" || (scalar == "\n" && former != "\r") {
                scalars.append("\n")
            } else if scalar != "\n" {
                scalars.append(scalar)
            }
            former = scalar
        }
        return String(scalars)
    }
}
