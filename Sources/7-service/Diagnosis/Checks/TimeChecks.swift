internal import Diagnostics
internal import Glibc
internal import Pipelines
package import Platform
package import Representations
internal import Schedules

/// The clock and the time zones.
package enum TimeChecks {
    package static func findings(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        [zoneData()] + zones(snapshot) + [clock(now: Timestamp.now()), synchronisation()]
    }

    /// A zone that every copy of the data has.
    private static let sample = "Europe/Berlin"

    private static func zoneData() -> Finding {
        let folder = TimeZone.folder
        do {
            // As schedules read theirs: in the folder that TZDIR names, if it names one.
            _ = try TimeZone(named: sample)
        } catch {
            return .problem(
                "time-zones",
                "there is no usable time zone data in \(folder): schedules with a `timezone` cannot run (\(error.message))",
                advice: getenv("TZDIR") == nil
                    ? "sudo apt install tzdata"
                    : "unset the environment variable TZDIR, or correct it; sudo apt install tzdata where data is missing"
            )
        }
        let head = try? FileDescriptor.open(folder.appending("tzdata.zi"), flags: 0).bytes(at: 0, count: 64)
        let line = head.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) } ?? ""
        guard line.hasPrefix("# version ") else { return .ok("time-zones", "time zone data is in \(folder)") }
        let version = Printable.text(String(line.dropFirst(10)))
        return .ok("time-zones", "time zone data of version \(version)", ["version": .string(version)])
    }

    private static func zones(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        // Lint refuses a pipeline with such a zone, so that its schedules are not among those below.
        let refused = snapshot.lint.issues.sorted.filter { $0.kind == "unknown-timezone" }.map { issue -> Finding in
            let place = issue.span.map { "\($0.file):\($0.line): " } ?? ""
            return .problem(
                "time-zones", place + Printable.text(issue.message),
                advice: "correct `timezone` of the schedule, or install tzdata")
        }
        return refused
            + Set(snapshot.schedules.compactMap(\.trigger.timezone)).sorted().map { name in
                do {
                    _ = try TimeZone(named: name)
                    return .ok("time-zones", "the zone \(Printable.text(name)) loads")
                } catch {
                    return .problem(
                        "time-zones", "\(error)", advice: "correct `timezone` of the schedule, or install tzdata")
                }
            }
    }

    /// The program was not there before this, and certificates end before the other.
    package static func clock(now: Timestamp) -> Finding {
        let (first, last): (Int64, Int64) = (1_767_225_600_000_000, 4_102_444_800_000_000)
        if now.microseconds < first || now.microseconds > last {
            return Finding(
                "clock", .problem, "the clock says \(HumanFormat.time(now)), which cannot be",
                advice: "sudo timedatectl set-ntp true, or set the clock by hand", time: now)
        }
        return Finding("clock", .ok, "the clock says \(HumanFormat.time(now))", time: now)
    }

    private static func synchronisation() -> Finding {
        do {
            if try SystemClock.isSynchronised() { return .ok("clock-synchronised", "the clock is kept right by NTP") }
            return .warning(
                "clock-synchronised", "no program keeps the clock right: schedules run by a clock that drifts",
                advice: "sudo timedatectl set-ntp true, or install chrony or systemd-timesyncd")
        } catch {
            return .ok("clock-synchronised", "the kernel does not say whether the clock is kept right (\(error.name))")
        }
    }
}
