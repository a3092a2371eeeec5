/// "Did you mean": the known word nearest to one that is not known.
public enum Spelling {
    /// The candidate with the fewest edits, when they are few enough for its length; ties go to the first.
    public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        let target = fold(word)
        var best: (word: String, distance: Int)?
        for candidate in candidates where candidate != word {
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
        word.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: " ") }
    }

    /// Edits with transpositions of neighbours (optimal string alignment). Long words are not compared.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left.count > 64 || right.count > 64 { return left == right ? 0 : .max }
        var previous: [Int] = []
        var current = Array(0...right.count)
        for i in 1..<(left.count + 1) where !left.isEmpty {
            let older = previous
            previous = current
            current = [i] + [Int](repeating: 0, count: right.count)
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
