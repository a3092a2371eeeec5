extension LintCase {
    static let sources: [LintCase] = [
        LintCase(
            "sources that are right",
            #"""
            version: 1
            name: x
            source: { documents: { type: "${{ inputs.types }}", owner: "${{ run.owner }}", current: false, beyond: 5 } }
            inputs:
              types: { type: list, of: document-type, default: [transcript] }
            stages:
              - uses: notify
                with: { subject: "${{ document.title }} ${{ document.version }} ${{ document.owner }} ${{ document.size }}" }
            """#,
            #"""
            """#),
        LintCase(
            "what a source of documents may say",
            #"""
            version: 1
            name: x
            source:
              documents:
                type: trnscript
                older-than: 0s
                newer-than: 7
                current: true
                beyond: 0
                titel: x
            stages:
              - uses: notify
                with: { subject: "x" }
            """#,
            #"""
            p.yaml:5:11: error[invalid-value]: `type` must be `highlight_video`, `transcript`, `resume`, `rec_letter`, `questionnaire` or `stats_sheet`, and is `trnscript` ^^^^^^^^^ did you mean `transcript`?
            p.yaml:6:17: error[invalid-value]: `older-than` is no time at all ^^ write it as `7d`, or leave it out
            p.yaml:7:17: error[invalid-literal]: `newer-than` must be a duration such as `30s`: `7` has no unit ^ write `7s` or `7m`
            p.yaml:9:5: error[contradiction]: `beyond` looks for old versions, and `current: true` leaves them out ^^^^^^ write `current: false`, or leave one of them out
            p.yaml:9:13: error[invalid-value]: `beyond` must be a whole number from 1 to 1000000, and is 0 ^
            p.yaml:10:5: error[unknown-key]: `documents` has no key `titel` ^^^^^
               = keys of `documents`: type, owner, school, shared, older-than, newer-than, current, beyond
            """#),
        LintCase(
            "times that leave nothing",
            #"""
            version: 1
            name: x
            source: { documents: { older-than: 30d, newer-than: 7d } }
            stages:
              - uses: notify
                with: { subject: "x" }
            """#,
            #"""
            p.yaml:3:41: error[contradiction]: no document is older than 30d and newer than 7d ^^^^^^^^^^ make `newer-than` the longer one
            """#),
        LintCase(
            "what goes with files only",
            #"""
            version: 1
            name: x
            on: { watch: { path: in } }
            source: { documents: {} }
            dedup: {}
            stages:
              - uses: detect-mime
              - uses: notify
                with: { subject: "${{ document.path }}" }
            """#,
            #"""
            p.yaml:3:7: error[contradiction]: `watch` takes files, and the runs of `source.documents` have none ^^^^^ make two pipelines of it
            p.yaml:5:1: error[contradiction]: `dedup` compares files, and the runs of `source.documents` have none ^^^^^ leave it out
            p.yaml:7:11: error[no-file]: stage `detect-mime` reads a file, and the runs of `source.documents` have none ^^^^^^^^^^^ `verify-object` reads the stored object
            p.yaml:9:36: error[unknown-fact]: the document has no fact `path` ^^^^
               = facts known here: id (string), series (string), title (string), version (integer), document-type (string), mime-type (string), size (size), sha256 (string), object-key (string), file-url (string), shared-with (list of string), name (string), stem (string), extension (string), owner (string), current (boolean), created-at (string), charset (string?)
            """#),
        LintCase(
            "files and their captures",
            #"""
            version: 1
            name: x
            source: { files: { glob: "inbox/{usr}/{n}/*", include: ["a/*.mp4"] } }
            inputs:
              user: { type: string, default: a }
              n: { type: integer, default: 1 }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:3:33: error[unknown-input]: `glob` captures `usr`, which is no input of the pipeline ^^^^^ did you mean `user`?
            p.yaml:3:39: error[wrong-type]: `glob` captures `n`, an input of type integer ^^^ a segment of a path is a string
            p.yaml:3:57: error[invalid-value]: `include` has globs of names, and this one has a folder ^^^^^^^^^ folders stand in `glob`
            """#),
        LintCase(
            "files out of the workspace",
            #"""
            version: 1
            name: x
            source: { files: { glob: "../*.mp4" } }
            stages:
              - uses: detect-mime
            """#,
            #"""
            p.yaml:3:26: error[invalid-value]: `glob` must stay in the workspace ^^^^^^^^^^ write it relative to the workspace: `inbox/**/*.mp4`
            """#),
        LintCase(
            "two kinds of items",
            #"""
            version: 1
            name: x
            source: { schools: { newer-than: 7d }, files: { glob: "*" } }
            stages:
              - uses: notify
                with: { subject: "${{ trigger.school.name }}" }
            """#,
            #"""
            p.yaml:3:40: error[contradiction]: a source has either files, documents or schools ^^^^^ make two pipelines of it
            """#),
        LintCase(
            "a source of nothing",
            #"""
            version: 1
            name: x
            source: {}
            stages:
              - uses: notify
                with: { subject: "x" }
            """#,
            #"""
            p.yaml:3:9: error[missing-key]: `source` needs the key `files`, `documents` or `schools` ^^ add `files: { glob: … }`
            """#),
        LintCase(
            "a test case's document",
            #"""
            version: 1
            name: x
            source: { documents: {} }
            stages:
              - uses: notify
                with: { subject: "x" }
            tests:
              - name: a
                given: { file: x.pdf, document: { titel: x, version: one } }
                expect: { status: succeeded }
            """#,
            #"""
            p.yaml:9:14: error[contradiction]: the runs of `source.documents` have no file ^^^^ write `document: { title: … }`
            p.yaml:9:39: error[unknown-fact]: a document of a case has no fact `titel` ^^^^^ did you mean `title`?
               = facts that can be given: title, version, document-type, mime-type, size, sha256, object-key, file-url, shared-with, name, owner, current
            p.yaml:9:58: error[wrong-type]: `version` must be a whole number, and is the string `one` ^^^
            """#),
    ]
}
