import CompassTesting
import Diagnostics
import Pipelines
import Platform
import Representations
import Schedules
import Scheduling
import Testing

@testable import Workspaces

@Suite struct ScheduleSelectionTests {
    private static let names = ScheduleSelection.Names(cron: "cron", zone: "zone", seed: "seed")
    private let start = Timestamp(microseconds: 1_772_928_000_000_000)  // 2026-03-08T00:00:00Z

    @Test("the times of all pipelines come in order, each with its owner")
    func ofWorkspace() throws {
        let folder = try TestFolder()
        for (name, cron) in [("a", "0 3 * * *"), ("b", "30 2 * * *")] {
            let text =
                "version: 1\nname: \(name)\non: { schedule: { cron: \"\(cron)\" } }\n"
                + "source: { files: { glob: \"in/*\" } }\nstages:\n  - uses: detect-mime\n"
            try folder.write(Path("pipelines/file-\(name).yaml"), Array(text.utf8))
        }
        let registry = try TestWorkspace.registry()
        let workspace = try WorkspaceFolder(folder.path, registry: registry)
        let all = try ScheduleSelection(of: nil, in: workspace, registry: registry)
        #expect(all.isOfWorkspace && all.items.count == 2 && all.zone == .utc)
        let slots = Array(all.upcoming(after: start).prefix(4))
        #expect(slots.map { $0.owner?.pipeline } == ["b", "a", "b", "a"])
        #expect(slots.map { HumanFormat.time($0.at) }.first == "2026-03-08T02:30:00Z")
        #expect(slots.first?.record["schedule"] == "30 2 * * * UTC")
        // By its file, and by the name that listings show.
        for name in ["file-a", "a"] as [Path] {
            let one = try ScheduleSelection(of: name, in: workspace, registry: registry)
            #expect(one.items.map(\.job.pipeline.name) == ["a"])
        }
        #expect(throws: PipelineFinder.NotFound.self) {
            try ScheduleSelection(of: "none", in: workspace, registry: registry)
        }
    }

    @Test("a schedule without a pipeline is told of by the names that it was given under")
    func alone() throws {
        var trigger = ScheduleTrigger(cron: "30 2 * * *")
        trigger.timezone = "America/New_York"
        let selection = try ScheduleSelection(trigger, names: Self.names)
        #expect(!selection.isOfWorkspace && selection.warnings == nil)
        let slot = try #require(selection.upcoming(after: start).first { _ in true })
        #expect(slot.owner == nil && slot.record["pipeline"] == nil)
        #expect(slot.note == "there is no 02:30 that day; right after the gap")
        #expect { try ScheduleSelection(ScheduleTrigger(cron: "61 * * * *"), names: Self.names) } throws: { error in
            (error as? InvalidFiles)?.text(style: .plain).contains("cron:1:1") == true
        }
        trigger.timezone = "Mars/Olympus"
        #expect { try ScheduleSelection(trigger, names: Self.names) } throws: { error in
            (error as? InvalidFiles)?.text(style: .plain).contains("zone:1:1") == true
        }
    }
}
