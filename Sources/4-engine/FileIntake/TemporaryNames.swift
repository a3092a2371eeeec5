public import Platform

/// Names that files and folders have while a tool works on them, and those that systems leave: never documents.
public enum TemporaryNames {
    /// Why a file of that name is left alone, for people: "a download in progress (.part)"; nil: it is not.
    ///
    /// - Parameter name: the last part of its path.
    public static func reason(forFile name: Path) -> String? { nil }

    /// Why a folder of that name is not looked into, for people; nil: it is.
    public static func reason(forFolder name: Path) -> String? { nil }
}
