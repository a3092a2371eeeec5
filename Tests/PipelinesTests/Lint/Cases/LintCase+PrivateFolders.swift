extension LintCase {
    static let privateFolders: [LintCase] = [
        LintCase(
            "files are moved neither into the workspace's own folders nor to one that holds them",
            #"""
            version: 1
            name: a
            on:
              watch:
                - path: inbox/{user}
                  on-success: { move: ../../.compass }
                  on-rejected: { move: ../../secrets/x }
                  on-failure: { move: ../.. }
                - path: in
                  on-success: { move: /srv/team/./.compass/objects }
                  on-rejected: { move: ../data }
                  on-failure: { move: ../pipelines }
            inputs:
              user: { type: string, default: a }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:6:27: error[private-folder]: `on-success` moves files to `../../.compass`, which lies in `.compass`, where the workspace keeps its own files ^^^^^^^^^^^^^^ name a folder of its own, such as `done/`
            p.yaml:7:28: error[private-folder]: `on-rejected` moves files to `../../secrets/x`, which lies in `secrets`, where the workspace keeps its own files ^^^^^^^^^^^^^^^ name a folder of its own, such as `done/`
            p.yaml:8:27: error[private-folder]: `on-failure` moves files to `../..`, which holds `.compass`, where the workspace keeps its own files ^^^^^ name a folder of its own, such as `done/`
            p.yaml:10:27: error[private-folder]: `on-success` moves files to `/srv/team/./.compass/objects`, which lies in `.compass`, where the workspace keeps its own files ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ name a folder of its own, such as `done/`
            p.yaml:11:28: error[private-folder]: `on-rejected` moves files to `../data`, which holds `data/objects`, where the workspace keeps its own files ^^^^^^^ name a folder of its own, such as `done/`
            p.yaml:12:27: error[private-folder]: `on-failure` moves files to `../pipelines`, which lies in `pipelines`, where the workspace keeps its own files ^^^^^^^^^^^^ name a folder of its own, such as `done/`
            """#),
        LintCase(
            "a folder of the workspace's own state is not watched",
            #"""
            version: 1
            name: a
            on:
              watch:
                - path: .compass
                - path: ./.compass/{user}
                - path: data/objects/in
                - path: /srv/objects
                - path: .compass-in
                - path: data
                - path: "{user}/objects"
                - path: srv/objects
            inputs:
              user: { type: string, default: a }
            stages:
              - uses: notify
                with: { subject: a }
            """#,
            #"""
            p.yaml:5:13: error[private-folder]: `path` lies in `.compass`, where the workspace keeps its own files ^^^^^^^^ name a folder of its own, such as `inbox`
            p.yaml:5:13: warning[unread-file]: no stage reads the file that starts a run ^^^^^^^^ add `uses: detect-mime` or another one that does
            p.yaml:6:13: error[private-folder]: `path` lies in `.compass`, where the workspace keeps its own files ^^^^^^^^^^^^^^^^^ name a folder of its own, such as `inbox`
            p.yaml:7:13: error[private-folder]: `path` lies in `data/objects`, where the workspace keeps its own files ^^^^^^^^^^^^^^^ name a folder of its own, such as `inbox`
            p.yaml:8:13: error[private-folder]: `path` lies in `/srv/objects/`, where the workspace keeps its own files ^^^^^^^^^^^^ name a folder of its own, such as `inbox`
            """#),
        LintCase(
            "a folder of the workspace's own state is not watched by another way to write it either",
            #"""
            version: 1
            name: a
            on:
              watch:
                - path: /srv/team/.compass
                - path: /srv/team/.compass/quarantine/{user}
                - path: /mnt/other/data/objects
                - path: ../team/.compass/in
                - path: ../objects
                - path: ../../../srv/team/data/./objects/a
                - path: /srv/team
                - path: /srv/team/*
                - path: /srv/.compass
                - path: /srv/team/.compass-in
                - path: ../another/.compass
                - path: /srv/team/{user}/.compass
            inputs:
              user: { type: string, default: a }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:5:13: error[private-folder]: `path` lies in `.compass`, where the workspace keeps its own files ^^^^^^^^^^^^^^^^^^ name a folder of its own, such as `inbox`
            p.yaml:6:13: error[private-folder]: `path` lies in `.compass`, where the workspace keeps its own files ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ name a folder of its own, such as `inbox`
            p.yaml:7:13: error[private-folder]: `path` lies in `data/objects`, where the workspace keeps its own files ^^^^^^^^^^^^^^^^^^^^^^^ name a folder of its own, such as `inbox`
            p.yaml:8:13: error[private-folder]: `path` lies in `.compass`, where the workspace keeps its own files ^^^^^^^^^^^^^^^^^^^ name a folder of its own, such as `inbox`
            p.yaml:9:13: error[private-folder]: `path` lies in `/srv/objects/`, where the workspace keeps its own files ^^^^^^^^^^ name a folder of its own, such as `inbox`
            p.yaml:10:13: error[private-folder]: `path` lies in `data/objects`, where the workspace keeps its own files ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ name a folder of its own, such as `inbox`
            """#),
    ]
}
