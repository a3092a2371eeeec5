/// The path of a route: fixed segments, and names in braces that stand for one segment each.
struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral {
    enum Segment: Sendable, Hashable {
        case fixed(String)
        case parameter(String)
    }

    /// As it was written: `/documents/{document}`.
    let text: String
    let segments: [Segment]

    init(stringLiteral text: String) {
        self.text = text
        segments = text.split(separator: "/").map { part in
            part.hasPrefix("{") && part.hasSuffix("}")
                ? .parameter(String(part.dropFirst().dropLast())) : .fixed(String(part))
        }
    }

    /// The values of its parameters, if a path is one of its.
    func match(_ path: some Collection<String>) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, path) {
            switch segment {
            case .fixed(let text): if text != part { return nil }
            case .parameter(let name):
                // A path that ends with a slash names nothing below it.
                if part.isEmpty { return nil }
                values[name] = part
            }
        }
        return values
    }
}
