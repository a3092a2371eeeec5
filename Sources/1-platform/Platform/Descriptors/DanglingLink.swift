/// A symbolic link to what is not there: often to a disk that is not mounted, so that nothing is to be made in its place.
public enum DanglingLink {
    /// Whether one stands at the path.
    public static func isAt(_ path: Path) -> Bool {
        !Files.exists(path) && (try? FileStatus.of(path, followingLinks: false))?.kind == .symbolicLink
    }

    /// What is wrong, without a full stop.
    public static func fault(_ path: Path) -> String { "\(path) is a symbolic link to what is not there" }

    /// What to do.
    public static let advice = "mount its disk, or remove the link"

    /// Both.
    public static func sentence(_ path: Path) -> String { "\(fault(path)): \(advice)." }
}
