internal import Glibc

/// The sanitizers that the tests may be built with, which make a program many times slower.
public enum Sanitizers {
    /// Whether one is at work: `scripts/sanitize` says so.
    public static let areActive = getenv("ASAN_OPTIONS") != nil || getenv("TSAN_OPTIONS") != nil
}
