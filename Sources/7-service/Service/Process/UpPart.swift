internal import Diagnostics
internal import Platform

/// What a long-lived process can do apart from the rest.
enum UpPart: String, Sendable, CaseIterable, Hashable {
    case watch, schedule, worker

    /// `watch,worker`
    static var list: ArgumentKind<[UpPart]> {
        let words = allCases.map(\.rawValue)
        return ArgumentKind(
            parse: { argument throws(ArgumentError) in
                var parts: [UpPart] = []
                for word in argument.text.split(separator: ",", omittingEmptySubsequences: false) {
                    guard let part = UpPart(rawValue: String(word)) else {
                        let hint = Spelling.hint(for: String(word), in: words).map { "; \($0)" } ?? ""
                        throw ArgumentError(
                            "must be some of \(words.joined(separator: ", ")), separated by commas\(hint)")
                    }
                    parts.append(part)
                }
                return parts
            }, completion: .words(words))
    }
}
