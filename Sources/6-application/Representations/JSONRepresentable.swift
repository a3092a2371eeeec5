package import Platform

/// What both faces show as a JSON object, in the one shape that docs/json.md describes.
package protocol JSONRepresentable {
    var record: Record { get }
}

extension Sequence where Element: JSONRepresentable {
    /// As a list of JSON objects.
    package var json: Value { .list(map { .record($0.record) }) }
}

/// Which Compass this is.
package enum Version {
    /// By semantic versioning (https://semver.org).
    package static let current = "0.1.0"
}
