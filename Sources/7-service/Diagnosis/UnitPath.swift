package import Platform
package import Representations

/// A path in a unit file of systemd, quoted so that spaces, quotes, backslashes and percent signs mean themselves.
package struct UnitPath: Hashable, Sendable {
    private let text: String

    /// - Throws: `Problem` for what a unit file cannot hold: a relative path, bytes that are not UTF-8, control
    ///   characters.
    package init(_ path: Path) throws(Problem) {
        guard path.isAbsolute, path.isText, !path.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw Problem.invalidRequest(
                "a unit file of systemd cannot name \(path)",
                details: ["It must be absolute, UTF-8 and without control characters; use a folder with another name."])
        }
        text = path.text
    }

    /// One word of a list or of a setting that takes quotes, see systemd.syntax(7). Specifiers begin with a percent sign.
    package var word: String { Self.quoted(text.replacing("%", with: "%%")) }

    /// One word of `ExecStart=`, where a dollar sign would begin a variable as well, see systemd.service(5).
    package var argument: String { Self.quoted(text.replacing("%", with: "%%").replacing("$", with: "$$")) }

    /// For a description.
    package var shown: String { text.replacing("%", with: "%%") }

    private static func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: "%"), UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "@"):
                true
            default: false
            }
        }
        if plain { return text }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
