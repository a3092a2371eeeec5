extension WorkspaceCase {
    static let all: [WorkspaceCase] = [
        WorkspaceCase(
            "keys and values of the top",
            #"""
            version: 2
            worker: 4
            workers: 0
            databse: x
            schools: [a, { id: b, name: B, nme: c }, { id: b, name: C }]
            owner: jordan
            """#,
            #"""
            compass.yaml:1:10: error[invalid-value]: `version` must be 1, and is 2
                1 | version: 2
                  |          ^
            compass.yaml:2:1: error[unknown-key]: the workspace file has no key `worker`
                2 | worker: 4
                  | ^^^^^^ did you mean `workers`?
               = keys of the workspace file: version, owner, database, storage, document-types, schools, channels, workers, shutdown-grace, server, private-addresses, retention, quarantine
            compass.yaml:3:10: error[invalid-value]: `workers` must be a whole number from 1 to 256, and is 0
                3 | workers: 0
                  |          ^
            compass.yaml:4:1: error[unknown-key]: the workspace file has no key `databse`
                4 | databse: x
                  | ^^^^^^^ did you mean `database`?
               = keys of the workspace file: version, owner, database, storage, document-types, schools, channels, workers, shutdown-grace, server, private-addresses, retention, quarantine
            compass.yaml:5:11: error[wrong-type]: a school must be a mapping, and is the string `a`
                5 | schools: [a, { id: b, name: B, nme: c }, { id: b, name: C }]
                  |           ^ write `{ id: …, name: … }`
            compass.yaml:5:32: error[unknown-key]: a school has no key `nme`
                5 | schools: [a, { id: b, name: B, nme: c }, { id: b, name: C }]
                  |                                ^^^ did you mean `name`?
               = keys of a school: id, name
            compass.yaml:5:48: error[duplicate-id]: two schools have the id `b`
                5 | schools: [a, { id: b, name: B, nme: c }, { id: b, name: C }]
                  |                                                ^
               = the other stands in line 5
            compass.yaml:6:8: error[wrong-type]: `owner` must be a mapping, and is the string `jordan`
                6 | owner: jordan
                  |        ^^^^^^ write `{ id: … }`
            """#),
        WorkspaceCase(
            "schools that are neither a file nor a list",
            #"""
            schools: 5
            """#,
            #"""
            compass.yaml:1:10: error[wrong-type]: `schools` must be a string, and is the number 5
                1 | schools: 5
                  |          ^ quote it: `"5"`
            """#),
        WorkspaceCase(
            "an owner without an id",
            #"""
            owner: { nme: Jordan, email: 5 }
            """#,
            #"""
            compass.yaml:1:8: error[missing-key]: `owner` needs the key `id`
                1 | owner: { nme: Jordan, email: 5 }
                  |        ^^^^^^^^^^^^^^^^^^^^^^^^^ add `id: …`
            compass.yaml:1:10: error[unknown-key]: `owner` has no key `nme`
                1 | owner: { nme: Jordan, email: 5 }
                  |          ^^^ did you mean `name`?
               = keys of `owner`: id, name, email
            compass.yaml:1:30: error[wrong-type]: `email` must be a string, and is the number 5
                1 | owner: { nme: Jordan, email: 5 }
                  |                              ^ quote it: `"5"`
            """#),
        WorkspaceCase(
            "stores of other kinds",
            #"""
            database: postgresql://db/compass
            storage: s3://bucket
            """#,
            #"""
            compass.yaml:1:11: error[not-supported]: `database` of this kind is part of the format but not yet carried out by this version
                1 | database: postgresql://db/compass
                  |           ^^^^^^^^^^^^^^^^^^^^^^^ write `sqlite:PATH`
            compass.yaml:2:10: error[not-supported]: `storage` of this kind is part of the format but not yet carried out by this version
                2 | storage: s3://bucket
                  |          ^^^^^^^^^^^ write `file:PATH`
            """#),
        WorkspaceCase(
            "places without their kind",
            #"""
            database: compass.db
            storage: 'ftp:x'
            """#,
            #"""
            compass.yaml:1:11: error[invalid-value]: `database` must be `sqlite:PATH`, and is `compass.db`
                1 | database: compass.db
                  |           ^^^^^^^^^^ write `sqlite:compass.db`
            compass.yaml:2:10: error[invalid-value]: `storage` must be `file:PATH`, and is `ftp:x`
                2 | storage: 'ftp:x'
                  |          ^^^^^^^
            """#),
        WorkspaceCase(
            "document types",
            #"""
            document-types:
              highlight: { extensions: [.mp4] }
              resume: { extensions: [.tar.gz, '', 5], max-size: 100 }
              transcript: { extensions: [], max: 5MB }
            """#,
            #"""
            compass.yaml:2:3: error[unknown-document-type]: there is no document type `highlight`
                2 |   highlight: { extensions: [.mp4] }
                  |   ^^^^^^^^^
               = document types: highlight_video, transcript, resume, rec_letter, questionnaire, stats_sheet
            compass.yaml:3:26: error[invalid-value]: `.tar.gz` is no file extension
                3 |   resume: { extensions: [.tar.gz, '', 5], max-size: 100 }
                  |                          ^^^^^^^ write it like `.mp4`; only the last extension of a name counts
            compass.yaml:3:35: error[invalid-value]: `` is no file extension
                3 |   resume: { extensions: [.tar.gz, '', 5], max-size: 100 }
                  |                                   ^^ write it like `.mp4`; only the last extension of a name counts
            compass.yaml:3:39: error[wrong-type]: `extensions[2]` must be a string, and is the number 5
                3 |   resume: { extensions: [.tar.gz, '', 5], max-size: 100 }
                  |                                       ^ quote it: `"5"`
            compass.yaml:3:53: error[invalid-literal]: `max-size` must be a size such as `100MB`: `100` has no unit
                3 |   resume: { extensions: [.tar.gz, '', 5], max-size: 100 }
                  |                                                     ^^^ write `100MB` or `100B`
            compass.yaml:4:17: error[invalid-value]: `extensions` of transcript is empty, so that no file would be accepted
                4 |   transcript: { extensions: [], max: 5MB }
                  |                 ^^^^^^^^^^ leave it out for the standard ones
            compass.yaml:4:33: error[unknown-key]: `transcript` has no key `max`
                4 |   transcript: { extensions: [], max: 5MB }
                  |                                 ^^^ did you mean `max-size`?
               = keys of `transcript`: extensions, max-size
            """#),
        WorkspaceCase(
            "channels",
            #"""
            channels:
              me: { type: email, to: a@example.org }
              a: { type: webhok, url: x }
              b: { url: x }
              c: { type: webhook, secret: abc }
              d: { type: webhook, url: 'ftp://x', secret: '${{ secrets.A }} ${{ env.HOME }}', hedders: {} }
              9: { type: log, path: x }
              e: log
              f: { type: webhook, url: 'http://x', confirm: 'ftp://x/{id}' }
              g: { type: webhook, url: 'http://x', headers: { 'X Team': blue, X-Team: red } }
              h: { type: webhook, url: 'http://x', headers: { Content-Length: '5' }, timeout: 0s }
              i: { type: webhook, url: 'http://x', headers: { X-A: "a\nb" }, confirm: 'http://x/seen' }
            """#,
            #"""
            compass.yaml:2:15: error[not-supported]: channels of type `email` are part of the format but not yet carried out by this version
                2 |   me: { type: email, to: a@example.org }
                  |               ^^^^^ use a channel of type `log` or `webhook`
            compass.yaml:3:14: error[invalid-value]: `type` must be `log` or `webhook`, and is `webhok`
                3 |   a: { type: webhok, url: x }
                  |              ^^^^^^ did you mean `webhook`?
            compass.yaml:4:6: error[missing-key]: channel `b` needs the key `type`
                4 |   b: { url: x }
                  |      ^^^^^^^^^^ add `type: log` or `type: webhook`
            compass.yaml:5:6: error[missing-key]: channel `c` needs the key `url`
                5 |   c: { type: webhook, secret: abc }
                  |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ add `url: …`
            compass.yaml:5:31: error[plain-secret]: `secret` is written into the file
                5 |   c: { type: webhook, secret: abc }
                  |                               ^^^ keep it in `secrets/NAME` and write `${{ secrets.NAME }}`
            compass.yaml:6:28: error[invalid-value]: `url` must start with `https://` or `http://`, followed by a host, and is `ftp://x`
                6 |   d: { type: webhook, url: 'ftp://x', secret: '${{ secrets.A }} ${{ env.HOME }}', hedders: {} }
                  |                            ^^^^^^^^^
            compass.yaml:6:69: error[unset-variable]: `env.HOME` has no default: an unset environment variable would end the run
                6 |   d: { type: webhook, url: 'ftp://x', secret: '${{ secrets.A }} ${{ env.HOME }}', hedders: {} }
                  |                                                                     ^^^^^^^^ write `${{ env.HOME ?? 'x' }}`
            compass.yaml:6:83: error[unknown-key]: channel `d` has no key `hedders`
                6 |   d: { type: webhook, url: 'ftp://x', secret: '${{ secrets.A }} ${{ env.HOME }}', hedders: {} }
                  |                                                                                   ^^^^^^^ did you mean `headers`?
               = keys of channel `d`: type, url, secret, headers, timeout, confirm
            compass.yaml:7:3: error[invalid-name]: a name in `channels` must be spelled `[A-Za-z][A-Za-z0-9_-]*`, and is `9`
                7 |   9: { type: log, path: x }
                  |   ^
            compass.yaml:7:19: error[unknown-key]: channel `9` has no key `path`
                7 |   9: { type: log, path: x }
                  |                   ^^^^ did you mean `file`?
               = keys of channel `9`: type, file
            compass.yaml:8:6: error[wrong-type]: channel `e` must be a mapping, and is the string `log`
                8 |   e: log
                  |      ^^^ write `{ type: … }`
            compass.yaml:9:49: error[invalid-value]: `confirm` must start with `https://` or `http://`, followed by a host, and is `ftp://x/{id}`
                9 |   f: { type: webhook, url: 'http://x', confirm: 'ftp://x/{id}' }
                  |                                                 ^^^^^^^^^^^^^^
            compass.yaml:10:51: error[invalid-value]: a name in `headers` must be a header name, such as `X-Team`, and is `X Team`
               10 |   g: { type: webhook, url: 'http://x', headers: { 'X Team': blue, X-Team: red } }
                  |                                                   ^^^^^^^^
            compass.yaml:11:51: error[invalid-value]: a name in `headers` must be none that the request itself sets, and is `Content-Length`
               11 |   h: { type: webhook, url: 'http://x', headers: { Content-Length: '5' }, timeout: 0s }
                  |                                                   ^^^^^^^^^^^^^^
            compass.yaml:11:83: error[invalid-value]: `timeout` must be more than 0, and is `0`
               11 |   h: { type: webhook, url: 'http://x', headers: { Content-Length: '5' }, timeout: 0s }
                  |                                                                                   ^^
            compass.yaml:12:49: error[invalid-value]: `headers` must have no line breaks and control characters, and is `{"X-A":"a\nb"}`
               12 |   i: { type: webhook, url: 'http://x', headers: { X-A: "a\nb" }, confirm: 'http://x/seen' }
                  |                                                 ^^^^^^^^^^^^^^^
            compass.yaml:12:75: error[invalid-value]: `confirm` must have `{id}` in it, and is `http://x/seen`
               12 |   i: { type: webhook, url: 'http://x', headers: { X-A: "a\nb" }, confirm: 'http://x/seen' }
                  |                                                                           ^^^^^^^^^^^^^^^
            """#),
        WorkspaceCase(
            "server, retention and quarantine",
            #"""
            server: { listen: 8080 }
            retention: { runs: 90, trash: forever }
            quarantine: { copy-up-to: 5 }
            """#,
            #"""
            compass.yaml:1:19: error[wrong-type]: `listen` must be a string, and is the number 8080
                1 | server: { listen: 8080 }
                  |                   ^^^^ quote it: `"8080"`
            compass.yaml:2:20: error[invalid-literal]: `runs` must be a duration such as `30s`: `90` has no unit
                2 | retention: { runs: 90, trash: forever }
                  |                    ^^ write `90s` or `90m`
            compass.yaml:2:31: error[invalid-literal]: `trash` must be a duration such as `30s`: `forever` is not a duration
                2 | retention: { runs: 90, trash: forever }
                  |                               ^^^^^^^ write a number with a unit, such as `30s`
            compass.yaml:3:27: error[invalid-literal]: `copy-up-to` must be a size such as `100MB`: `5` has no unit
                3 | quarantine: { copy-up-to: 5 }
                  |                           ^ write `5MB` or `5B`
            """#),
        WorkspaceCase(
            "a server without a port",
            #"""
            server: { listen: localhost }
            """#,
            #"""
            compass.yaml:1:19: error[invalid-value]: `listen` must be an address with a port, and is `localhost`
                1 | server: { listen: localhost }
                  |                   ^^^^^^^^^ write it like `127.0.0.1:8080`
            """#),
        WorkspaceCase(
            "a server below a path of its host",
            #"""
            server: { url: "https://example.org/compass/" }
            """#,
            #"""
            compass.yaml:1:16: error[invalid-value]: `url` has a path, and pages are served at the root of a host alone
                1 | server: { url: "https://example.org/compass/" }
                  |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ give the server a host of its own, such as `https://docs.example.org`
            """#),
    ]
}
