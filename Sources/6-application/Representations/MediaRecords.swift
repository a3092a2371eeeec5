package import Documents
package import Platform

extension ObjectMedia: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "duration": Self.value(facts.duration), "width": Self.value(facts.width),
            "height": Self.value(facts.height),
            "frame-rate": facts.frameRate.map(Value.number) ?? .null, "video-codec": Value(facts.videoCodec),
            "audio-codec": Value(facts.audioCodec), "pages": Self.value(facts.pages),
            "renditions": .list(renditions.map { .record($0.record) }),
        ]
    }

    private static func value(_ number: Int64?) -> Value { number.map(Value.integer) ?? .null }
}

extension Rendition: JSONRepresentable {
    package var record: Record {
        [
            "kind": .string(kind.rawValue), "object-key": .string(key), "mime-type": .string(mimeType),
            "size": .integer(size), "width": .integer(width), "height": .integer(height),
        ]
    }
}

extension MediaFacts {
    /// What people are told of contents, by name: "Length", "0:12".
    package var shown: [(name: String, text: String)] {
        var shown: [(name: String, text: String)] = []
        if let duration { shown.append(("Length", Self.clock(duration))) }
        if let pages { shown.append(("Pages", "\(pages)")) }
        if let width, let height { shown.append(("Picture", "\(width) × \(height)")) }
        return shown
    }

    /// The same in a word, for lists: "0:12", "3 pages".
    package var shortLength: String? {
        if let duration { return Self.clock(duration) }
        return pages.map { $0 == 1 ? "1 page" : "\($0) pages" }
    }

    /// "1:02:05", of milliseconds.
    static func clock(_ milliseconds: Int64) -> String {
        let seconds = (milliseconds + 500) / 1_000
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
