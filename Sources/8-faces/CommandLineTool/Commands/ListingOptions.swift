internal import Platform

/// Options that every listing takes.
enum ListingOptions {
    static let json = CommandOption.flag("json", "Print one JSON object a line.")
    static let limit = CommandOption.value(
        "limit", short: "n", "N", ArgumentKind.integer(in: 1...10_000), "Show at most that many.", standard: 50,
        shown: "50")
    static let after = CommandOption.optional(
        "after", "CURSOR", ArgumentKind<String>.word,
        "Go on where a former page ended; the cursor stands in its last line on standard error.")

    static let all: [OptionSpec] = [limit.spec, after.spec, json.spec]
}
