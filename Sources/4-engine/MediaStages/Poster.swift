internal import Platform

/// Which of a film's pictures stands for it.
enum Poster {
    /// Where the candidates are, in milliseconds.
    static func times(_ duration: Int64?) -> [Int64] {
        guard let duration, duration >= 1_000 else { return [0] }
        return [duration / 10, duration * 35 / 100, duration * 6 / 10, 0]
    }

    /// What is known of a candidate.
    struct Candidate: Hashable, Sendable {
        /// Of all its pixels, 0 to 255 (16 and 235 in most films).
        let brightness: Double
        /// Between its dark and its bright parts: the tenth and the ninetieth percentile.
        let contrast: Double
        /// More is worse; nil: there is nothing that could be sharp.
        let blur: Double?

        /// - Parameter text: what ffmpeg's filter `metadata` has written of `signalstats` and `blurdetect`.
        init?(_ text: String) {
            var values: [Substring: Double] = [:]
            for line in text.split(separator: "\n") {
                guard let equals = line.firstIndex(of: "="), line.hasPrefix("lavfi.") else { continue }
                values[line[..<equals]] = Double(line[line.index(after: equals)...])
            }
            guard let brightness = values["lavfi.signalstats.YAVG"], let low = values["lavfi.signalstats.YLOW"],
                let high = values["lavfi.signalstats.YHIGH"]
            else { return nil }
            self.brightness = brightness
            contrast = high - low
            blur = values["lavfi.blur"].flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        }

        /// Whether there is something to see: it is neither black nor white nor of one colour.
        var isSeen: Bool { brightness > 28 && brightness < 230 && contrast > 24 }
    }

    /// The index of the best one: something is to be seen, and it is not clearly more blurred than an earlier one.
    static func best(_ candidates: [Candidate?]) -> Int? {
        let found = candidates.indices.compactMap { index in candidates[index].map { (index, $0) } }
        let seen = found.filter(\.1.isSeen)
        if seen.isEmpty { return found.max { $0.1.contrast < $1.1.contrast }?.0 }
        return seen.min { sharpness($0.1) < sharpness($1.1) }?.0
    }

    private static func sharpness(_ candidate: Candidate) -> Double { candidate.blur ?? .infinity }
}
