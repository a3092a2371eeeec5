internal import Platform
internal import Representations

/// `compass version`
enum VersionCommand {
    static let command = Command(
        "version", "Show the version", options: [ListingOptions.json.spec]
    ) { context in
        if context[ListingOptions.json] {
            try context.streams.print(json: ["version": .string(Version.current)])
        } else {
            try context.streams.print("compass \(Version.current)")
        }
        return .success
    }
}
