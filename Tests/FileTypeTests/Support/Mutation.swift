import CompassTesting

/// Samples made from real files: what crashes readers is nearly right.
enum Mutation {
    /// `bytes` with some bytes changed, cut, doubled or exchanged for the interesting ones of length fields.
    static func mutate(_ bytes: [UInt8], using generator: inout SeededRandom) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            guard !result.isEmpty else { return result }
            let position = Int.random(in: 0..<result.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: result[position] = UInt8.random(in: 0...255, using: &generator)
            case 1: result[position] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2:
                for index in position..<min(position + 4, result.count) { result[index] = 0xFF }
            case 3:
                for index in position..<min(position + 4, result.count) { result[index] = 0 }
            case 4: result.removeSubrange(position..<min(result.count, position + 7))
            default:
                let end = min(result.count, position + Int.random(in: 1...64, using: &generator))
                result.insert(contentsOf: result[position..<end], at: position)
            }
        }
        if Int.random(in: 0..<8, using: &generator) == 0 {
            result.removeLast(Int.random(in: 0...result.count, using: &generator))
        }
        return result
    }

    /// Bytes of no format, or words in lines.
    static func random(using generator: inout SeededRandom) -> [UInt8] {
        let count = Int.random(in: 0...2_000, using: &generator)
        guard Bool.random(using: &generator) else {
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        let words = [
            "import", "def", "class", "<html>", "#!/bin/sh", "From:", ",", "\n", "\r\n", "%PDF-", "é", "1", "\t", "{",
            "\"a\":", "}", "Subject:", "#include", "\u{FEFF}", ".TH", "<?xml", "the", "GPA", ";",
        ]
        return (0..<count / 8).flatMap { _ in Array((words.randomElement(using: &generator) ?? "").utf8) + [0x20] }
    }
}
