internal import HTTPMessages

/// The type of a body (RFC 9110, section 8.3.1): "text/plain; charset=utf-8".
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// In lower case: "text".
    public let type: String
    /// In lower case: "plain".
    public let subtype: String
    /// Names in lower case.
    public let parameters: [String: String]

    /// Reads one; nil: it is none.
    public init?(_ text: some StringProtocol) {
        let parts = HeaderText.parts(text, separator: ";")
        guard let first = parts.first else { return nil }
        let names = first.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, HTTPHeaders.isName(names[0]), HTTPHeaders.isName(names[1]) else { return nil }
        type = names[0].lowercased()
        subtype = names[1].lowercased()
        var parameters: [String: String] = [:]
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: "="), HTTPHeaders.isName(part[..<equals]) else { return nil }
            parameters[part[..<equals].lowercased()] = HeaderText.unquoted(part[part.index(after: equals)...])
        }
        self.parameters = parameters
    }

    /// "type/subtype", without parameters.
    public var essence: String { "\(type)/\(subtype)" }

    /// As headers have it: with parameters, quoted where they have to be, in the order of their names.
    public var description: String {
        parameters.sorted { $0.key < $1.key }.reduce(essence) { text, parameter in
            if HTTPHeaders.isName(parameter.value) { return "\(text); \(parameter.key)=\(parameter.value)" }
            let escaped = parameter.value.flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
            return "\(text); \(parameter.key)=\"\(String(escaped))\""
        }
    }
}

/// Which of several forms of an answer a client gets (RFC 9110, section 12).
public enum Negotiation {
    /// - Parameters:
    ///   - accept: the value of `Accept`; nil: anything will do.
    ///   - types: what there is, the best first.
    /// - Returns: nil: the client wants none of them.
    public static func type(_ accept: String?, from types: [MediaType]) -> MediaType? {
        guard let accept else { return types.first }
        let ranges = HeaderText.parts(accept, separator: ",").compactMap(Range.init)
        if ranges.isEmpty { return types.first }
        return best(types) { type in
            // The most specific range counts, whatever its quality.
            ranges.filter { $0.matches(type) }.max { $0.precision < $1.precision }?.quality ?? 0
        }
    }

    /// - Parameters:
    ///   - accept: the value of `Accept-Encoding`; nil: none is wanted.
    ///   - codings: what there is, in lower case, the best first: ["br", "gzip"].
    /// - Returns: nil: the body as it is.
    public static func coding(_ accept: String?, from codings: [String]) -> String? {
        guard let accept else { return nil }
        var qualities: [String: Int] = [:]
        for part in HeaderText.parts(accept, separator: ",") {
            let pieces = HeaderText.parts(part, separator: ";")
            guard let name = pieces.first else { continue }
            let quality = pieces.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            let lower = name.lowercased() == "x-gzip" ? "gzip" : name.lowercased()
            qualities[lower] = quality.map { HeaderText.quality($0.dropFirst(2)) ?? 0 } ?? 1_000
        }
        func quality(_ coding: String) -> Int { qualities[coding] ?? qualities["*"] ?? 0 }
        guard let coding = best(codings, quality) else { return nil }
        // Mentioned, the body as it is may be what is liked better.
        if let identity = qualities["identity"], identity > quality(coding) { return nil }
        return coding
    }

    /// The first of those with the highest quality; nil: all have none.
    private static func best<Choice>(_ choices: [Choice], _ quality: (Choice) -> Int) -> Choice? {
        var best: (choice: Choice, quality: Int)?
        for choice in choices {
            let quality = quality(choice)
            if quality > best?.quality ?? 0 { best = (choice, quality) }
        }
        return best?.choice
    }

    /// One part of `Accept`.
    private struct Range {
        let type: String
        let subtype: String
        let parameters: [String: String]
        let quality: Int

        init?(_ text: Substring) {
            guard let read = MediaType(text) else { return nil }
            var parameters = read.parameters
            guard let quality = HeaderText.quality(Substring(parameters.removeValue(forKey: "q") ?? "1")) else {
                return nil
            }
            (type, subtype, self.quality) = (read.type, read.subtype, quality)
            self.parameters = parameters
        }

        var precision: Int { type == "*" ? 0 : subtype == "*" ? 1 : 2 + parameters.count }

        func matches(_ other: MediaType) -> Bool {
            (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
                && parameters.allSatisfy { other.parameters[$0.key]?.lowercased() == $0.value.lowercased() }
        }
    }
}
