/// Which Compass this is.
enum Version {
    /// By semantic versioning (https://semver.org).
    static let current = "0.1.0"
}
