internal import Platform

extension Timestamp {
    init(seconds: Int) {
        self.init(microseconds: Int64(seconds) * 1_000_000)
    }

    /// Seconds since 1970, rounded down.
    var wholeSeconds: Int {
        let seconds = microseconds / 1_000_000
        return Int(seconds * 1_000_000 > microseconds ? seconds - 1 : seconds)
    }
}
