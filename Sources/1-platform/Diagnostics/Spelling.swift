/// "Did you mean": the known word nearest to one that is not known.
public enum Spelling {
    /// Candidates that are looked at, so that a file of many names with many mistakes takes no time to speak of.
    static let maximumCandidates = 1_000
    /// Longer words are not compared, in bytes.
    private static let longest = 64

    /// The candidate with the fewest edits, when they are few enough for its length; ties go to the first. Of more than a
    /// thousand candidates the first thousand are looked at.
    public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        guard word.utf8.count <= longest else { return nil }
        let target = fold(word)
        var best: (word: String, distance: Int)?
        for candidate in candidates.prefix(maximumCandidates) where candidate.utf8.count <= longest && candidate != word
        {
            let folded = fold(candidate)
            let limit = max(1, max(target.count, folded.count) / 3)
            guard abs(folded.count - target.count) <= limit else { continue }
            let distance = self.distance(target, folded)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    /// "did you mean `x`?", or nil when nothing is near.
    public static func hint(for word: String, in candidates: some Sequence<String>) -> String? {
        nearest(to: word, in: candidates).map { "did you mean `\($0)`?" }
    }

    /// Case and separators are what people mistake most, and cost nothing.
    private static func fold(_ word: String) -> [UInt8] {
        let isASCII = word.utf8.allSatisfy { $0 < 0x80 }
        return (isASCII ? word : word.lowercased()).utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): nil
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: byte
            }
        }
    }

    /// Edits with transpositions of neighbours (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var older = [Int](repeating: 0, count: right.count + 1)
        var previous = older
        var current = Array(0...right.count)
        for i in 1..<(left.count + 1) where !left.isEmpty {
            (older, previous, current) = (previous, current, older)
            current[0] = i
            for j in 1..<(right.count + 1) where !right.isEmpty {
                let same = left[i - 1] == right[j - 1]
                current[j] = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1))
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    current[j] = min(current[j], older[j - 2] + 1)
                }
            }
        }
        return current[right.count]
    }
}
