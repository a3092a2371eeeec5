public import HTTPMessages
public import Platform

/// The conditions of a request (RFC 9110, section 13).
public enum Preconditions {
    /// What they come to.
    public enum Outcome: Sendable, Hashable {
        /// The request is to be carried out.
        case proceed
        /// The client has the current version: 304, with the fields that 200 would have.
        case notModified
        /// 412.
        case failed
    }

    /// Evaluates all but `If-Range`, in the order of section 13.2.2. To be asked when the request without them would be
    /// answered with a success.
    ///
    /// - Parameters:
    ///   - tag: of the current version; nil: it has none, or there is no current version.
    ///   - modified: when the current version was made; nil: unknown.
    ///   - exists: whether there is a current version.
    public static func evaluate(
        method: String, headers: HTTPHeaders, tag: EntityTag?, modified: Timestamp? = nil, exists: Bool = true
    ) -> Outcome {
        let isReading = method == "GET" || method == "HEAD"
        if let value = headers["If-Match"] {
            let isMet =
                switch EntityTag.List(reading: value) {
                case .any: exists
                case .tags(let tags): tag.map { tag in tags.contains { $0.isStronglyEqual(to: tag) } } ?? false
                }
            if !isMet { return .failed }
        } else if let value = headers["If-Unmodified-Since"], let limit = HTTPDate.read(value), let modified {
            if HTTPDate.seconds(of: modified) > HTTPDate.seconds(of: limit) { return .failed }
        }
        if let value = headers["If-None-Match"] {
            let isFound =
                switch EntityTag.List(reading: value) {
                case .any: exists
                case .tags(let tags): tag.map { tag in tags.contains { $0.isWeaklyEqual(to: tag) } } ?? false
                }
            if isFound { return isReading ? .notModified : .failed }
        } else if isReading, let value = headers["If-Modified-Since"], let limit = HTTPDate.read(value), let modified {
            if HTTPDate.seconds(of: modified) <= HTTPDate.seconds(of: limit) { return .notModified }
        }
        return .proceed
    }

    /// Whether `Range` is to be looked at: there is no `If-Range`, or it names the current version. To be asked when `evaluate`
    /// lets the request proceed.
    ///
    /// A date counts only as exactly the same, and only once it is a minute old: before that, a second version may have the
    /// same (section 8.8.2.2).
    public static func allowsRange(
        headers: HTTPHeaders, tag: EntityTag?, modified: Timestamp? = nil, now: Timestamp = .now()
    ) -> Bool {
        guard let value = headers["If-Range"] else { return true }
        if let given = EntityTag(reading: value) { return tag?.isStronglyEqual(to: given) ?? false }
        guard let given = HTTPDate.read(value), let modified else { return false }
        return HTTPDate.seconds(of: given) == HTTPDate.seconds(of: modified)
            && HTTPDate.seconds(of: modified) + 60 <= HTTPDate.seconds(of: now)
    }
}
