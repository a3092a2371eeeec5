extension LintCase {
    static let triggers: [LintCase] = [
        LintCase(
            "watched folders",
            #"""
            version: 1
            name: x
            on:
              watch:
                - path: in/{user}/{n}/{typ
                  on-success: mve
                  on-failure: { mve: x }
                  settle: 2
                  recursive: "true"
                - include: "*.mp4"
            inputs:
              usr: { type: string, default: a }
              n: { type: integer, default: 1 }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:5:13: error[invalid-value]: `path` must be a folder such as `inbox/{user}`: a brace has no partner ^^^^^^^^^^^^^^^^^^ write `{name}`
            p.yaml:5:16: error[unknown-input]: `path` captures `user`, which is no input of the pipeline ^^^^^^ did you mean `usr`?
            p.yaml:5:23: error[wrong-type]: `path` captures `n`, an input of type integer ^^^ a segment of a path is a string
            p.yaml:6:19: error[invalid-value]: `on-success` must be `keep`, `delete` or `{ move: … }`, and is `mve` ^^^
            p.yaml:7:21: error[unknown-key]: `on-failure` has no key `mve` ^^^ did you mean `move`?
               = keys of `on-failure`: move
            p.yaml:8:15: error[invalid-literal]: `settle` must be a duration such as `30s`: `2` has no unit ^ write `2s` or `2m`
            p.yaml:9:18: error[wrong-type]: `recursive` must be `true` or `false`, and is the string `true` ^^^^^^ write it without quotes
            p.yaml:10:7: error[missing-key]: `watch[1]` needs the key `path` ^^^^^^^ add `path: …`
            p.yaml:10:16: error[wrong-type]: `include` must be a list of strings, and is the string `*.mp4` ^^^^^^^ write `["*.mp4"]`
            """#),
        LintCase(
            "what a watched folder takes, gives and moves",
            #"""
            version: 1
            name: x
            on:
              watch:
                - path: in/{user}
                  include: ["*.mp4", "a/*.mp4", "[ab", ""]
                  exclude: ["*.mp4"]
                  done-file: done
                  rescan: 0s
                  follow-symlinks: true
                  patience: 30s
                  on-success: { move: . }
                  on-rejected: { move: ../../../out }
                  on-failure: { move: "failed/{user}" }
                - path: ./in/{user}/
                  on-success: { move: ../done }
                  on-failure: { move: /srv/../x }
                - path: /srv/in
                  on-success: { move: ../done }
                  on-failure: { move: /srv/in/ }
                - path: in/../x
            inputs:
              user: { type: string, required: true }
            stages:
              - uses: notify
                with: { subject: a }
            """#,
            #"""
            p.yaml:5:13: warning[unread-file]: no stage reads the file that starts a run ^^^^^^^^^ add `uses: detect-mime` or another one that does
            p.yaml:6:26: error[invalid-value]: `include` must have globs such as `*.mp4`: `a/*.mp4` has a slash, and names have none ^^^^^^^^^ folders belong into `path`
            p.yaml:6:37: error[invalid-value]: `include` must have globs such as `*.mp4`: a bracket in `[ab` is not closed ^^^^^ write `[[]` for the character itself
            p.yaml:6:44: error[invalid-value]: `include` must have globs such as `*.mp4`: it is empty ^^ write `*` for every name
            p.yaml:8:18: error[invalid-value]: `done-file` must be a name such as `{name}.done`: a marker's name has `{name}` in it once ^^^^ write `{name}.done`
            p.yaml:9:15: error[invalid-value]: `rescan` must be at least 1s, and is 0s ^^
            p.yaml:12:27: error[invalid-value]: `on-success` moves files into the folder that is watched, where they would start runs again ^ name another one, such as `done/`
            p.yaml:13:28: error[invalid-value]: `on-rejected` moves files out of the workspace, to `../../../out` ^^^^^^^^^^^^ write the absolute path of the folder
            p.yaml:14:27: error[invalid-value]: `move` takes no captures, and is `failed/{user}` ^^^^^^^^^^^^^^^ the folder is relative to the one that matches `path`
            p.yaml:15:13: error[duplicate-watch]: two watched folders have the path `./in/{user}/` ^^^^^^^^^^^^ make one of them, with all names in `include`
            p.yaml:17:27: error[invalid-value]: `..` stands after a folder in `/srv/../x` ^^^^^^^^^ write the path without it
            p.yaml:18:13: error[missing-input]: a watched file does not give the input `user`, which is required ^^^^^^^ write `{user}` in `path`, or give the input a default
            p.yaml:19:27: error[invalid-value]: `on-success` moves files out of the workspace, to `../done` ^^^^^^^ write the absolute path of the folder
            p.yaml:20:27: error[invalid-value]: `on-failure` moves files into the folder that is watched, where they would start runs again ^^^^^^^^ name another one, such as `done/`
            p.yaml:21:13: error[invalid-value]: `path` must be a folder such as `inbox/{user}`: `..` stands after a folder ^^^^^^^ write the path without it
            """#),
        LintCase(
            "names of files where a folder is wanted",
            #"""
            version: 1
            name: x
            on:
              watch:
                - path: in/*.mp4
                - path: in/*.d/x
                - path: in/*
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:5:16: warning[path-of-files]: `path` is a folder, and `*.mp4` looks like names of files ^^^^^ write `include: ["*.mp4"]`, and only the folder here
            """#),
        LintCase(
            "schedules",
            #"""
            version: 1
            name: x
            on:
              schedule:
                - cron: "0 3 * *"
                  timezone: 5
                  overlap: skp
                  catch-up-limit: 5
                - cron: "*/15 0-6,22 1 jan-jun sun"
                  jitter: 30s
            stages:
              - uses: notify
                with: { subject: a }
            """#,
            #"""
            p.yaml:5:14: error[invalid-cron]: a schedule has 5 fields, and this one has 4 ^^^^^^^ minute, hour, day of month, month, day of week: `0 3 * * *`
            p.yaml:6:17: error[wrong-type]: `timezone` must be a string, and is the number 5 ^ quote it: `"5"`
            p.yaml:7:16: error[invalid-value]: `overlap` must be `skip`, `queue`, `replace` or `allow`, and is `skp` ^^^ did you mean `skip`?
            p.yaml:8:7: error[contradiction]: `catch-up-limit` goes with `catch-up: all` ^^^^^^^^^^^^^^ write `catch-up: all`, or leave it out
            """#),
        LintCase(
            "times",
            #"""
            version: 1
            name: x
            on:
              schedule:
                - cron: "*/35 * * * *"
                  timezone: america/new_york
                - cron: >-
                    0 0
                    30 feb *
                  timezone: Europe/Berlin
                - cron: "H(0-29)/10 H * * fri#L"
                - cron: "${{ env.X }}"
            stages:
              - uses: notify
                with: { subject: a }
            """#,
            #"""
            p.yaml:5:14: warning[uneven-step]: `*/35` means minute 0 and 35 of every hour, not every 35 minutes ^^^^ write `0,35` if that is meant
            p.yaml:6:17: error[unknown-timezone]: there is no time zone `america/new_york` ^^^^^^^^^^^^^^^^ did you mean `America/New_York`?
            p.yaml:9:9: error[invalid-cron]: day of month `30` never comes in month `feb` ^^^^^^ no month that is named has more than 29 days
            p.yaml:12:13: error[expression-not-allowed]: `cron` takes no expression ^^^^^^^^^^^^^^ write a string as it is
            """#),
        LintCase(
            "requests",
            #"""
            version: 1
            name: x
            on:
              webhook: { path: hooks, secret: abc }
              cron: x
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:4:20: error[invalid-value]: `path` of a webhook must be `/hooks/` and a name of small letters, digits and hyphens ^^^^^ write `/hooks/videos` or the like
            p.yaml:4:35: error[plain-secret]: `secret` must be a secret of the workspace ^^^ keep it in `secrets/NAME` and write `${{ secrets.NAME }}`
            p.yaml:5:3: error[unknown-key]: `on` has no key `cron` ^^^^
               = keys of `on`: watch, schedule, webhook
            """#),
        LintCase(
            "requests of one path, and to a batch",
            #"""
            version: 1
            name: x
            on:
              webhook:
                - { path: /hooks/a, secret: "${{ secrets.A }}" }
                - { path: /hooks/a, secret: "${{ secrets.B }}" }
            source:
              schools: { newer-than: 1d }
            stages:
              - uses: notify
                with: { subject: a }
            """#,
            #"""
            p.yaml:4:3: error[contradiction]: a request starts one run, and `source` makes a batch ^^^^^^^ leave `source` out, or put the webhook into a pipeline of its own
            p.yaml:6:15: error[duplicate-webhook]: two webhooks have the path `/hooks/a` ^^^^^^^^ give one of them another path
            """#),
        LintCase(
            "a schedule without a file for a stage that reads one",
            #"""
            version: 1
            name: x
            on:
              schedule: { cron: "0 3 * * *" }
            inputs:
              user: { type: string, required: true }
            stages:
              - parallel:
                  - uses: detect-mime
            """#,
            #"""
            p.yaml:4:3: error[missing-input]: a schedule does not give the input `user`, which is required ^^^^^^^^ write `{user}` in `glob`, or give the input a default
            p.yaml:4:3: error[no-file]: a schedule gives no file, and stage `detect-mime` reads one ^^^^^^^^ add `source: { files: { glob: … } }`, or `on.watch` for folders that are looked through
            """#),
        LintCase(
            "a schedule that looks through watched folders, whose paths give the inputs",
            #"""
            version: 1
            name: x
            on:
              watch: { path: "in/{user}" }
              schedule: { cron: "0 3 * * *" }
            inputs:
              user: { type: string, required: true }
            stages:
              - uses: detect-mime
            """#, ""),
        LintCase(
            "a schedule of stages that read a file only under a condition",
            #"""
            version: 1
            name: x
            on:
              schedule: { cron: "0 3 * * *" }
            inputs:
              user: { type: string, required: true }
            stages:
              - uses: detect-mime
                if: length(inputs.user) > 0
            """#,
            #"""
            p.yaml:4:3: error[missing-input]: a schedule does not give the input `user`, which is required ^^^^^^^^ give the input a default
            """#),
        LintCase(
            "a schedule with a source of files that gives some inputs",
            #"""
            version: 1
            name: x
            on:
              schedule: { cron: "0 3 * * *" }
            source:
              files: { glob: "in/{user}/*.mp4" }
            inputs:
              user: { type: string, required: true }
              season: { type: string, required: true }
              title: { type: string, default: a }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:4:3: error[missing-input]: a schedule does not give the input `season`, which is required ^^^^^^^^ write `{season}` in `glob`, or give the input a default
            """#),
        LintCase(
            "a schedule with a source of documents, which gives no inputs",
            #"""
            version: 1
            name: x
            on:
              schedule: { cron: "0 3 * * *" }
            source:
              documents: { type: resume }
            inputs:
              season: { type: string, required: true }
            stages:
              - uses: notify
                with: { subject: a }
            """#,
            #"""
            p.yaml:4:3: error[missing-input]: a schedule does not give the input `season`, which is required ^^^^^^^^ give the input a default
            """#),
    ]
}
