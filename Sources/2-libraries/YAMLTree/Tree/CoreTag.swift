/// The tags that mean something: those of the core schema, and `!`, which makes a string of a scalar.
enum CoreTag: String, CaseIterable {
    case string = "str"
    case null
    case boolean = "bool"
    case integer = "int"
    case number = "float"
    case sequence = "seq"
    case mapping = "map"
    case nonSpecific = "!"

    private static let prefix = "tag:yaml.org,2002:"

    /// nil for any other tag.
    init?(long: String) {
        if long == "!" {
            self = .nonSpecific
        } else if long.hasPrefix(Self.prefix), let tag = CoreTag(rawValue: String(long.dropFirst(Self.prefix.count))),
            tag != .nonSpecific
        {
            self = tag
        } else {
            return nil
        }
    }

    /// As people write it: `!!str`.
    static func short(_ long: String) -> String {
        long.hasPrefix(prefix) ? "!!" + long.dropFirst(prefix.count) : long
    }

    /// All of them, as people write them.
    static let list = allCases.filter { $0 != .nonSpecific }.map { "!!" + $0.rawValue }
}
