internal import Representations

/// Where a running file stands.
struct FileProgress: Sendable {
    let name: String
    let startedAt: Duration
    var stage = ""
    /// Bytes of the current stage.
    private(set) var done: Int64 = 0
    /// 0: this stage counts no bytes.
    private(set) var total: Int64 = 0
    /// Bytes a second, smoothed; nil until it has been measured.
    private(set) var rate: Double?
    private var sample: (time: Duration, done: Int64)?

    init(name: String, startedAt: Duration) {
        self.name = name
        self.startedAt = startedAt
    }

    /// A new stage counts from nothing.
    mutating func enter(stage: String) {
        self.stage = stage
        (done, total, rate, sample) = (0, 0, nil, nil)
    }

    /// The rate is measured over stretches of at least 200 ms and smoothed, so that neither a cached start nor one stall
    /// makes the time left jump.
    mutating func advance(to done: Int64, of total: Int64, at now: Duration) {
        self.done = done
        self.total = total
        guard let sample else {
            self.sample = (now, done)
            return
        }
        let seconds = (now - sample.time) / .seconds(1)
        if seconds < 0.2 { return }
        let current = Double(done - sample.done) / seconds
        rate = rate.map { $0 * 0.7 + current * 0.3 } ?? current
        self.sample = (now, done)
    }

    /// "clip.mp4  upload  45%  450.0 MB of 1.0 GB  210.3 MB/s  3 s left"
    var line: String {
        var parts = [name]
        if !stage.isEmpty { parts.append(stage) }
        if total > 0 {
            parts.append("\(min(100, done * 100 / total))%")
            parts.append("\(HumanFormat.size(done)) of \(HumanFormat.size(total))")
            if let rate, rate >= 1 {
                parts.append("\(HumanFormat.size(Int64(rate)))/s")
                if done < total { parts.append(HumanFormat.timeLeft(seconds: Double(total - done) / rate) + " left") }
            }
        }
        return parts.joined(separator: "  ")
    }
}
