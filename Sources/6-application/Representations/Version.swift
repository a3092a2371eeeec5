/// Which Compass this is.
package enum Version {
    /// By semantic versioning (https://semver.org).
    package static let current = "0.1.0"
}
