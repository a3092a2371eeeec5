internal import Diagnostics
internal import Pipelines
internal import Platform

/// Adds a test case to the text of a pipeline, and leaves everything else in it as it is.
struct CaseInsertion {
    /// As it was read.
    let source: String

    /// Why the text has no place where a case could be added.
    struct NoPlace: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter lines: of the case, without its dash and indentation.
    /// - Returns: the new text, and the line of the case in it.
    /// - Throws: `NoPlace`
    func adding(_ lines: [String]) throws -> (text: String, line: Int) {
        let ending = source.contains("\r\n") ? "\r\n" : "\n"
        var all = self.lines
        let place: (index: Int, indentation: String)
        if let key = all.firstIndex(where: Self.isKey) {
            let value = all[key].drop { $0 != ":" }.dropFirst().prefix { $0 != "#" }
            switch value.filter({ $0 != " " && $0 != "\t" }) {
            case "": break
            case "[]":
                all[key] = "tests:" + all[key].drop { $0 != "]" }.dropFirst()
            default:
                throw NoPlace(
                    description: "`tests:` in line \(key + 1) is not written as a list with a line for each case")
            }
            place = end(of: key, in: all)
        } else {
            if all.last?.isEmpty == false { all.append("") }
            all.append("tests:")
            place = (all.count, "  ")
        }
        let added = lines.enumerated().map { index, line in place.indentation + (index == 0 ? "- " : "  ") + line }
        // A case keeps the distance that the ones before it have.
        let isSpaced = hasEmptyLine(before: place.index, all, place.indentation)
        all.insert(contentsOf: (isSpaced ? [""] : []) + added, at: place.index)
        return (all.joined(separator: ending) + ending, place.index + (isSpaced ? 2 : 1))
    }

    /// The text's lines but for the cases, and for empty lines: what decides about a run.
    var withoutCases: [String] {
        var all = lines
        if let key = all.firstIndex(where: Self.isKey) { all.removeSubrange(key..<end(of: key, in: all).index) }
        return all.filter { !$0.allSatisfy { $0 == " " } }
    }

    private var lines: [String] {
        let lines = source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
        // What follows the last line break is no line.
        return lines.last == "" ? lines.dropLast() : lines
    }

    private static func isKey(_ line: String) -> Bool {
        for key in ["tests", "\"tests\"", "'tests'"] where line.hasPrefix(key) {
            let rest = line.dropFirst(key.count).drop { $0 == " " }
            return rest.first == ":" && (rest.count == 1 || rest.dropFirst().first == " ")
        }
        return false
    }

    /// Behind the last line of the list below `key`, and how its dashes are indented.
    private func end(of key: Int, in lines: [String]) -> (index: Int, indentation: String) {
        var indentation: String?
        var end = key + 1
        for index in (key + 1)..<max(key + 1, lines.count) {
            let line = lines[index]
            let margin = String(line.prefix { $0 == " " })
            let text = line.dropFirst(margin.count)
            if text.isEmpty { continue }
            if indentation == nil, text.first == "-" { indentation = margin }
            let isInside = !margin.isEmpty || text.hasPrefix("- ") || text == "-"
            if text.first == "#", margin.count <= (indentation ?? "").count { continue }
            guard isInside else { break }
            end = index + 1
        }
        return (end, indentation ?? "  ")
    }

    private func hasEmptyLine(before index: Int, _ lines: [String], _ indentation: String) -> Bool {
        guard let first = lines[..<index].lastIndex(where: { $0.hasPrefix(indentation + "- ") }), first > 0 else {
            return false
        }
        return lines[first - 1].allSatisfy { $0 == " " }
    }
}
