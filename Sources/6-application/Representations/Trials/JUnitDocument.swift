internal import Diagnostics
internal import Pipelines
internal import Platform

/// Results as JUnit XML, as the schema of Jenkins's xUnit plugin (junit-10.xsd) has it: a suite for each pipeline.
package struct JUnitDocument {
    /// What the suites are called together.
    package let name: String
    package let results: [TestResult]
    /// The text of each pipeline's file.
    package let sources: [String: String]

    package init(name: String, results: [TestResult], sources: [String: String]) {
        self.name = name
        self.results = results
        self.sources = sources
    }

    package var text: String {
        let files = results.reduce(into: [String]()) { files, result in
            if files.last != result.test.pipeline.file { files.append(result.test.pipeline.file) }
        }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites \(attribute("name", name)) \(counts(results))>\n"
        for file in files { text += suite(file, results.filter { $0.test.pipeline.file == file }) }
        return text + "</testsuites>\n"
    }

    private func suite(_ file: String, _ results: [TestResult]) -> String {
        guard let name = results.first?.test.pipeline.name else { return "" }
        return "  <testsuite \(attribute("name", name)) \(counts(results)) skipped=\"0\" \(attribute("file", file))>\n"
            + results.map(testcase).joined() + "  </testsuite>\n"
    }

    /// A case that could not be run is an error, one that ended differently is a failure.
    private func testcase(_ result: TestResult) -> String {
        let head =
            "    <testcase \(attribute("name", result.test.test.name)) "
            + "\(attribute("classname", result.test.pipeline.name)) time=\"\(seconds(result.milliseconds))\""
        if result.hasPassed { return head + "/>\n" }
        let text = TestText(sources: sources, style: .plain)
        let stages = text.stages(of: result).map { "   \($0)\n" }.joined()
        var body = ""
        for failure in result.failures {
            let element = result.run == nil ? "error" : "failure"
            let place = failure.issue.span.map { "\($0.file):\($0.line): " } ?? ""
            body += "      <\(element) \(attribute("type", failure.issue.kind)) "
            body += attribute("message", place + failure.issue.message)
            body += ">\(XMLText.escape(text.render(failure) + stages, keepingLines: true))</\(element)>\n"
        }
        return head + ">\n" + body + "    </testcase>\n"
    }

    private func counts(_ results: [TestResult]) -> String {
        let failures = results.count { !$0.hasPassed && $0.run != nil }
        let errors = results.count { !$0.hasPassed && $0.run == nil }
        let time = results.reduce(0) { $0 + $1.milliseconds }
        return "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(seconds(time))\""
    }

    /// Three digits behind the point.
    private func seconds(_ milliseconds: Double) -> String {
        let whole = Int64(milliseconds.rounded())
        let rest = String(whole % 1_000)
        return "\(whole / 1_000).\(String(repeating: "0", count: 3 - rest.utf8.count))\(rest)"
    }

    private func attribute(_ name: String, _ value: String) -> String { "\(name)=\"\(XMLText.escape(value))\"" }
}

/// Text as XML 1.0 may hold it, within an element or a quoted attribute.
enum XMLText {
    /// Characters that XML does not know at all become U+FFFD.
    ///
    /// - Parameter keepingLines: whether line breaks stay as they are; a quoted attribute would read them as spaces.
    static func escape(_ text: String, keepingLines: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\r": result += "&#\(scalar.value);"
            case "\n": result += keepingLines ? "\n" : "&#10;"
            case _ where isAllowed(scalar) && UnsafeCharacters.contains(scalar): result += "&#\(scalar.value);"
            default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return result
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
