import Testing

/// What a stream of a program is expected to have in it, or to be.
enum Expected: Sendable {
    case all([String])
    case starts(String)
    case ends(String)
    case equals(String)

    static func has(_ texts: String...) -> Expected { .all(texts) }

    func fits(_ text: String) -> Bool {
        switch self {
        case .all(let texts): texts.allSatisfy { text.contains($0) }
        case .starts(let start): text.hasPrefix(start)
        case .ends(let end): text.hasSuffix(end)
        case .equals(let whole): text == whole
        }
    }
}

extension Sandbox.Output {
    /// Records what is not as it is expected to be; no status: any.
    func checked(
        _ expected: Int32?, errors wanted: [Expected], text wantedText: [Expected], _ location: SourceLocation
    ) -> Sandbox.Output {
        if let expected { #expect(status == expected, "\(self)", sourceLocation: location) }
        for one in wanted { #expect(one.fits(errors), "\(one) is not in \(self)", sourceLocation: location) }
        for one in wantedText { #expect(one.fits(text), "\(one) is not in \(self)", sourceLocation: location) }
        return self
    }
}
