import Diagnostics
import Glibc
import Platform
import Testing
import YAMLTree

/// The YAML test suite (https://github.com/yaml/yaml-test-suite, MIT), whose outcome is the table in `docs/yaml.md`.
///
/// The suite is not in this repository: `scripts/yaml-suite` fetches it, runs this test, and writes the table.
@Suite struct YAMLSuiteTests {
    /// The branch `data` of the suite, checked out.
    static let folder = getenv("COMPASS_YAML_SUITE").map { Path(String(cString: $0)) }
    /// Where to write the table; nil: hold it against the documentation.
    static let target = getenv("COMPASS_YAML_TABLE").map { Path(String(cString: $0)) }

    @Test(
        "every case of the YAML test suite has the outcome that the documentation says",
        .enabled(if: folder != nil, "COMPASS_YAML_SUITE is not set: scripts/yaml-suite sets it"))
    func suite() throws {
        let folder = try #require(Self.folder)
        let cases = try Self.cases(of: folder)
        #expect(cases.count >= 402)
        let rows = try cases.map { try Self.row($0, in: folder) }
        if let target = Self.target {
            try Files.replace(target, with: Array((rows.joined(separator: "\n") + "\n").utf8))
        } else {
            let documented = String(decoding: try Files.read(Self.documentation, limit: 1 << 20), as: UTF8.self)
            let lines = Set(documented.split(separator: "\n").map(String.init))
            for row in rows { #expect(lines.contains(row), "\(row)") }
        }
    }

    @Test("the documentation's table names each case once, and says why where the outcome differs")
    func documented() throws {
        let text = String(decoding: try Files.read(Self.documentation, limit: 1 << 20), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            // A bar that belongs to a cell's text has a backslash before it.
            line.split(separator: " |", omittingEmptySubsequences: false).dropLast().map {
                String($0.drop { $0 == "|" }).trimmed
            }
        }
        #expect(rows.count == 402)
        #expect(Set(rows.compactMap(\.first)).count == rows.count)
        for row in rows {
            try #require(row.count == 5, "\(row)")
            let isSame = (row[2] == "valid") == (row[3] == "read")
            #expect(isSame || !row[4].isEmpty, "\(row)")
            #expect(["read", "refused", "other value"].contains(row[3]), "\(row)")
        }
    }

    private static let documentation: Path = {
        let here = Path(#filePath)
        return here.folder.folder.folder.folder.appending("docs/yaml.md")
    }()

    /// Folders that hold an `in.yaml`, by name; a case may have several parts.
    private static func cases(of folder: Path) throws -> [Path] {
        try Files.list(folder).filter { $0.bytes.count == 4 && !$0.bytes.contains { $0 > UInt8(ascii: "Z") } }.flatMap {
            name -> [Path] in
            if Files.exists(folder.appending(name).appending("in.yaml")) { return [name] }
            return try Files.list(folder.appending(name)).map { name.appending($0) }
        }.sorted { $0.description < $1.description }
    }

    private static func row(_ name: Path, in folder: Path) throws -> String {
        let place = folder.appending(name)
        let title = String(decoding: try Files.read(place.appending("==="), limit: 1 << 16), as: UTF8.self).trimmed
        let isValid = !Files.exists(place.appending("error"))
        let reading = Reading(try Files.read(place.appending("in.yaml"), limit: 1 << 20))
        var outcome = reading.issues.isEmpty ? "read" : "refused"
        if outcome == "read", Files.exists(place.appending("in.json")) {
            let json = try Files.read(place.appending("in.json"), limit: 1 << 20)
            // Some hold several documents or none.
            if let expected = try? Value(json: String(decoding: json, as: UTF8.self)),
                expected != reading.root?.value ?? .null
            {
                outcome = "other value"
            }
        }
        let why = reading.issues.first.map(\.message) ?? (isValid ? "" : "libyaml reads it")
        let differs = isValid != (outcome == "read")
        return "| `\(name)` | \(cell(title)) | \(isValid ? "valid" : "invalid") | \(outcome) "
            + "| \(differs ? cell(why.isEmpty ? outcome : why) : "") |"
    }

    private static func cell(_ text: String) -> String {
        Printable.text(text).replacing("|", with: "\\|")
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        while text.first?.isWhitespace == true { text.removeFirst() }
        return String(text)
    }
}
