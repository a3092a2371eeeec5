internal import Diagnostics
internal import Pipelines
internal import Platform

/// `compass up`: does everything that the workspace declares, until it is asked to end.
enum UpCommand {
    private static let only = CommandOption<[UpPart]?>.optional(
        "only", "PARTS", UpPart.list,
        "Do only these, separated by commas: `watch` (watched folders), `schedule` (schedules), `worker` (unfinished batches, "
            + "notifications, retention).")

    static let command = Command(
        "up", "Do everything that the workspace declares, until SIGTERM",
        discussion: """
            Takes the files of watched folders, starts what schedules ask for, carries on what an earlier process has left, \
            delivers notifications, and removes what `retention` does not keep. One process may do so in a workspace. The \
            log goes to standard error.

            When a file in pipelines/ or compass.yaml changes, or at SIGHUP, all definitions are read anew. What `lint` \
            refuses is told in the log, and its former definition stays. Runs that go on stay with the definition that they \
            began with.

            At SIGTERM or Ctrl-C nothing new begins, and runs that go on get `shutdown-grace` (compass.yaml; 25s). What is \
            not finished then is carried on by the next start. A second signal ends the process at once, which loses \
            nothing either.

            Exit status: 0 after a graceful end, 1 when a part of it failed, 2 when a file of the workspace is wrong at \
            the start, or another `compass up` works on the workspace.
            """,
        examples: ["up", "up --only watch,worker", "up --log-format json --log-level debug"],
        options: [only.spec] + LogOptions.all + [MetricsService.option.spec]
    ) { context in
        let parts = context[only].map { Set($0) } ?? Set(UpPart.allCases)
        if let file = context[MetricsService.option], file.name.fileExtension != ".prom" {
            throw context.usageError(
                "--metrics-file \(file): the name must end in .prom, since collectors read no other; write \(file).prom"
            )
        }
        return try await UpSession(context: context, parts: parts).run()
    }
}
