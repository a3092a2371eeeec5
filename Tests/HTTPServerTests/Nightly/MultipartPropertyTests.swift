internal import CompassTesting
internal import Testing

@testable internal import HTTPServer

/// Made-up bodies in made-up pieces, held against a reader that has the whole body and looks at each byte.
@Suite struct MultipartPropertyTests {
    private static let words = [
        "\r", "\n", "\r\n", "-", "--", "--b", "\r\n--b", "\r\n--b\r\n", "--b--", "\r\n--b--\r\n", "b", " ", "\t", "x",
        "\0",
        "Content-Disposition: form-data; name=\"a\"\r\n\r\n", "X: y\r\n", "\r\n\r\n", "text of some length", "\u{E9}",
    ]

    @Test(
        "bodies of anything: the same parts and the same end as of the simple reader",
        arguments: 0..<(Nightly.isOn ? 20 : 1))
    func anything(_ seed: Int) async {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<100 {
            var body: [UInt8] = random.isOne(in: 4) ? [] : Array("--b\r\n".utf8)
            for _ in 0..<random.below(14) { body += Array(Self.words[random.below(Self.words.count)].utf8) }
            if random.isOne(in: 2) { body += Array("\r\n--b--".utf8) }
            let pieces = Self.pieces(of: body, &random)
            let found = await Multipart.read(pieces, boundary: "b")
            let expected = Reference.read(body)
            #expect(found.parts == expected.parts, "\(String(decoding: body, as: UTF8.self).debugDescription)")
            #expect(found.error == expected.error, "\(String(decoding: body, as: UTF8.self).debugDescription)")
        }
    }

    @Test("forms that are in order: what was put in, however it is cut", arguments: 0..<(Nightly.isOn ? 20 : 1))
    func roundTrip(_ seed: Int) async {
        var random = SeededRandom(seed: UInt64(1_000 + seed))
        for _ in 0..<20 {
            let parts = (0..<random.below(5)).map { number in
                // A boundary at the beginning of a part is one.
                var bytes = Array("x".utf8)
                for _ in 0..<random.below(8) {
                    // Boundaries that are none: another letter, or none at the beginning of a line.
                    let words = ["\r\n--c", "--b", "\r\n-b", "\n--b", "\r\r\n", "\r", "\r\n--"] + Self.words.suffix(2)
                    bytes += Array(words[random.below(words.count)].utf8)
                    // Never a "b".
                    bytes += (0...random.below(300)).map { _ in UInt8(truncatingIfNeeded: random.next()) | 0x80 }
                }
                return ReadPart("field \(number)", random.isOne(in: 2) ? "a\"\(number)\r\n" : nil, nil, bytes)
            }
            var body: [UInt8] = []
            for part in parts {
                let filename = part.filename.map { _ in "; filename=\"a%22\(part.name.dropFirst(6))%0D%0A\"" } ?? ""
                body += Array("--b\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(filename)\r\n\r\n".utf8)
                body += part.bytes + Array("\r\n".utf8)
            }
            body += Array("--b--\r\n".utf8)
            let found = await Multipart.read(Self.pieces(of: body, &random), boundary: "b")
            #expect(found == Multipart.Outcome(parts: parts, error: nil))
        }
    }

    private static func pieces(of body: [UInt8], _ random: inout SeededRandom) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        let most = [1, 3, 20, 1_000][random.below(4)]
        while start < body.count {
            let end = min(body.count, start + 1 + random.below(most))
            pieces.append(Array(body[start..<end]))
            start = end
        }
        return pieces
    }
}

/// RFC 2046 by the letter, over the whole body.
private enum Reference {
    static func read(_ body: [UInt8]) -> Multipart.Outcome {
        let truncated = "The form ends before its last boundary: it was cut off on its way."
        let text = [0x0D, 0x0A] + body
        var outcome = Multipart.Outcome()
        func refused(_ message: String) -> Multipart.Outcome {
            outcome.error = message
            return outcome
        }
        guard var place = find("\r\n--b", in: text, from: 0) else { return refused(truncated) }
        for number in 0... {
            place += 5
            if has("--", in: text, at: place) { return outcome }
            while place < text.count, text[place] == 0x20 || text[place] == 0x09 { place += 1 }
            // What may still become one of the two.
            let rest = Array(text[place...].prefix(2))
            if rest.isEmpty || rest == [0x0D] || rest == [0x2D] && text[place - 1] == UInt8(ascii: "b") {
                return refused(truncated)
            }
            guard has("\r\n", in: text, at: place) else {
                return refused("\(MultipartError.malformedBoundary(after: number))")
            }
            guard let end = find("\r\n\r\n", in: text, from: place) else { return refused(truncated) }
            let head: MultipartHead
            do {
                head = try MultipartHead(end > place ? text[(place + 2)..<end] : [], number: number + 1)
            } catch {
                return refused("\(error)")
            }
            guard let next = find("\r\n--b", in: text, from: end + 2) else { return refused(truncated) }
            outcome.parts.append(
                ReadPart(
                    head.name, head.filename, head.contentType?.description,
                    next > end + 4 ? Array(text[(end + 4)..<next]) : []))
            place = next
        }
        return outcome
    }

    private static func has(_ word: String, in text: [UInt8], at place: Int) -> Bool {
        text[place...].starts(with: word.utf8)
    }

    private static func find(_ word: String, in text: [UInt8], from start: Int) -> Int? {
        (start..<max(start, text.count)).first { has(word, in: text, at: $0) }
    }
}
