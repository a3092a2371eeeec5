public import Platform

/// When a time of the wall clock is, in a zone.
public enum LocalInstants: Hashable, Sendable {
    case one(Timestamp)
    /// The clock is put forward over it; the instant is when that happens.
    case gap(Timestamp)
    /// The clock is put back over it, so that it comes twice.
    case overlap(first: Timestamp, second: Timestamp)

    /// The instant, the first of two, or the end of the gap.
    public var first: Timestamp {
        switch self {
        case .one(let time), .gap(let time), .overlap(let time, _): time
        }
    }
}

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
