extension Duration {
    /// Rounded up and at least 1, since libcurl takes 0 for "no limit".
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        guard seconds < Int64(Int32.max) / 1_000 else { return Int(Int32.max) }
        return max(1, Int(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
