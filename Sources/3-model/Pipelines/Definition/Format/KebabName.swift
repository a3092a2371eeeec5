/// How names of pipelines, stages, stage types and kinds of errors are spelled.
public enum KebabName {
    /// A regular expression.
    public static var pattern: String { NameRule.kebab.pattern }

    public static func allows(_ text: String) -> Bool { NameRule.kebab.allows(text) }

    /// What was probably meant; nil: nobody knows.
    public static func nearest(to text: String) -> String? { NameRule.kebab.nearest(to: text) }
}
