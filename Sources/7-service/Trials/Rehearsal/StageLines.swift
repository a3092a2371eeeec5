internal import Diagnostics
internal import Pipelines

/// The lines of a pipeline's file that are about one stage: what tells whether an edit has touched it.
enum StageLines {
    /// Without empty lines, comment lines and indentation; nil when there is no such stage.
    static func of(_ id: String, in pipeline: Pipeline) -> [String]? {
        guard let stage = pipeline.stage(id) else { return nil }
        let lines = pipeline.source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        let start = stage.span.line - 1
        guard lines.indices.contains(start) else { return nil }
        let others = pipeline.allStages.map { $0.span.line - 1 }.filter { $0 > start }
        // A line that is not indented starts another key of the pipeline.
        let isKey: (Int) -> Bool = { lines[$0].first.map { $0 != " " && $0 != "#" && $0 != "-" } ?? false }
        let end = min(others.min() ?? lines.count, lines.indices.first { $0 > start && isKey($0) } ?? lines.count)
        return lines[start..<end].compactMap { line in
            let text = line.drop { $0 == " " }
            return text.isEmpty || text.first == "#" ? nil : String(text)
        }
    }
}
