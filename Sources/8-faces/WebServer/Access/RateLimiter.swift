internal import Platform
internal import Synchronization

/// How many requests each visitor may make: a bucket that fills evenly and that a request takes one out of.
///
/// Who has asked least lately is forgotten first, so that it takes no more room than for `maxVisitors`.
final class RateLimiter: Sendable {
    private struct Bucket {
        var level: Double
        var at: ContinuousClock.Instant
    }

    private let buckets = Mutex<[String: Bucket]>([:])
    private let burst: Double
    private let perSecond: Double
    private let maxVisitors: Int

    /// - Parameters:
    ///   - burst: how many may come at once.
    ///   - perSecond: how many may come in the long run.
    init(burst: Int, perSecond: Double, maxVisitors: Int = 10_000) {
        self.burst = Double(burst)
        self.perSecond = perSecond
        self.maxVisitors = maxVisitors
    }

    /// Takes one out of a visitor's bucket.
    ///
    /// - Returns: nil when it may go on; else after how many seconds to come again.
    func take(_ visitor: String, now: ContinuousClock.Instant = .now) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets[visitor] ?? Bucket(level: burst, at: now)
            let elapsed = (now - bucket.at) / .seconds(1)
            bucket.level = min(burst, bucket.level + elapsed * perSecond)
            bucket.at = now
            let wait = bucket.level >= 1 ? nil : Int(((1 - bucket.level) / perSecond).rounded(.up))
            if wait == nil { bucket.level -= 1 }
            buckets[visitor] = bucket
            if buckets.count > maxVisitors { Self.forget(&buckets, now: now, burst: burst, perSecond: perSecond) }
            return wait
        }
    }

    /// Those whose buckets are full again; if that is not a quarter, those who have asked least lately.
    private static func forget(
        _ buckets: inout [String: Bucket], now: ContinuousClock.Instant, burst: Double, perSecond: Double
    ) {
        let count = buckets.count
        buckets = buckets.filter { _, bucket in
            bucket.level + (now - bucket.at) / .seconds(1) * perSecond < burst
        }
        guard buckets.count > count * 3 / 4 else { return }
        let oldest = buckets.sorted { $0.value.at < $1.value.at }.prefix(count / 4)
        for (visitor, _) in oldest { buckets[visitor] = nil }
    }
}
