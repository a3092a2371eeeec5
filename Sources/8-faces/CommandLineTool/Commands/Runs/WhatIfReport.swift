internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// What would change, for people or machines.
struct WhatIfReport {
    let pipeline: Pipeline
    let findings: [WhatIfFinding]
    /// The ids of their runs, as people are shown them.
    let shownIDs: [String: String]

    func print(json: Bool, on streams: StandardStreams) throws {
        if json {
            for finding in findings { if let record = Self.record(finding) { try streams.print(json: record) } }
            streams.report(summary)
            return
        }
        var table = Table([
            .text("RUN"), .main("FILE"), .text("THEN"), .text("NOW"), .flexible("DECIDED BY").leftOut(1),
        ])
        for finding in findings {
            guard case .different(let now, _, let place) = finding.verdict else { continue }
            table.add([
                shown(finding), finding.run.file ?? "", finding.then.text, now.text,
                place.map { "\($0.file):\($0.line)" } ?? "",
            ])
        }
        if !table.isEmpty {
            try streams.write(table.render(width: streams.terminal.width, style: streams.terminal.style) + "\n")
        }
        for finding in findings {
            if case .unknown(let reason) = finding.verdict {
                try streams.print("Run \(shown(finding)) could not be judged: \(Printable.text(reason))")
            }
        }
        try streams.print(summary)
    }

    private func shown(_ finding: WhatIfFinding) -> String { shownIDs[finding.run.id] ?? finding.run.id }

    /// "3 of 120 runs would end differently; 2 could not be judged."
    private var summary: String {
        if findings.isEmpty { return "No finished runs of \(pipeline.name)." }
        let different = findings.count { if case .different = $0.verdict { true } else { false } }
        let unknown = findings.count { if case .unknown = $0.verdict { true } else { false } }
        return "\(different) of \(HumanFormat.count(findings.count, "run")) would end differently"
            + (unknown > 0 ? "; \(unknown) could not be judged." : ".")
    }

    private static func record(_ finding: WhatIfFinding) -> Record? {
        var record: Record = [
            "run": .string(finding.run.id), "file": Value(finding.run.file), "then": .record(ending(finding.then)),
        ]
        switch finding.verdict {
        case .same: return nil
        case .different(let now, let message, let place):
            var ending = ending(now)
            if let message { ending["message"] = .string(message) }
            record["now"] = .record(ending)
            record["place"] = Value(place.map { "\($0.file):\($0.line)" })
        case .unknown(let reason): record["unknown"] = .string(reason)
        }
        return record
    }

    private static func ending(_ ending: WhatIfFinding.Ending) -> Record {
        ["status": .string(ending.status.rawValue), "stage": Value(ending.stage)]
    }
}
