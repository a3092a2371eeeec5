import Pipelines
import Platform
import Testing

@Suite("Inputs from a command line")
struct InputTextTests {
    private let pipeline: Pipeline

    init() throws {
        let text = """
            version: 1
            name: sample
            inputs:
              title: { type: string, default: a }
              count: { type: integer, default: 1 }
              ratio: { type: number, default: 0.5 }
              deep: { type: boolean, default: false }
              max: { type: size, default: 1MB }
              wait: { type: duration, default: 1s }
              type: { type: document-type, default: transcript }
              mode: { type: string, allowed: [fast, slow], default: fast }
              words: { type: list, of: string, default: [] }
              sizes: { type: list, of: size, default: [] }
            stages:
              - uses: detect-mime
            """
        pipeline = try #require(
            PipelineLoader.load(Array(text.utf8), file: "p", registry: TestStages.registry).pipeline)
    }

    static let good: [([String], Record)] = [
        ([], [:]),
        (["title=a=b", "count=-4"], ["title": "a=b", "count": -4]),
        (["title="], ["title": ""]),
        (["ratio=2", "deep=true"], ["ratio": 2, "deep": true]),
        (["ratio=2.5", "deep=false"], ["ratio": 2.5, "deep": false]),
        (["max=1.5MB", "wait=1h30m"], ["max": 1_500_000, "wait": 5_400_000]),
        (["type=resume", "mode=slow"], ["type": "resume", "mode": "slow"]),
        (["words=a,b", "words=c"], ["words": ["a", "b", "c"]]),
        (["words=a, b c ,d", "sizes=1B, 1kB"], ["words": ["a", "b c", "d"], "sizes": [1, 1_000]]),
        (["words=[\" a\",\"b\"]", "title=a, b"], ["words": [" a", "b"], "title": "a, b"]),
        (["words=[\"a,b\",\"c\"]"], ["words": ["a,b", "c"]]),
        (["words="], ["words": []]),
        (["sizes=1B,1kB", "sizes=[\"2MB\"]"], ["sizes": [1, 1_000, 2_000_000]]),
    ]

    @Test("Texts become values of the input's type; a list takes several", arguments: good)
    func values(_ arguments: [String], _ record: Record) throws {
        #expect(try pipeline.inputs(fromArguments: arguments) == record)
    }

    static let bad: [([String], String)] = [
        (["title"], "`title` is no input; write NAME=VALUE."),
        (["=a"], "`=a` is no input; write NAME=VALUE."),
        (
            ["titel=a"],
            "Pipeline `sample` has no input `titel`; did you mean `title`?"
        ),
        (
            ["xyzzy=a"],
            "Pipeline `sample` has no input `xyzzy`; it has title, count, ratio, deep, max, wait, type, mode, words, sizes."
        ),
        (["title=a", "title=b"], "Input `title` is given 2 times; only a list may be given more than once."),
        (["count=1.5"], "Input `count` must be a whole number, and is `1.5`."),
        (["count=\u{1B}"], "Input `count` must be a whole number, and is `\\x1B`."),
        (["ratio=nan"], "Input `ratio` must be a number, and is `nan`."),
        (["deep=yes"], "Input `deep` must be `true` or `false`, and is `yes`."),
        (["max=100"], "Input `max`: `100` has no unit; write `100MB` or `100B`."),
        (["wait=5x"], "Input `wait`: `x` is not a unit of duration; units are ms s m h d."),
        (
            ["type=resum"],
            "Input `type` is \"resum\"; document types are highlight_video, transcript, resume, rec_letter, questionnaire, stats_sheet."
        ),
        (["mode=fst"], "Input `mode` is \"fst\"; allowed are fast, slow."),
        (["words=[a"], "Input `words` starts like a JSON list and is none: [a."),
        (["words=[1]"], "Input `words` must be list of string, and is [1]."),
        (["sizes=1B,2"], "Input `sizes`: `2` has no unit; write `2MB` or `2B`."),
    ]

    @Test("What does not fit is refused with what would", arguments: bad)
    func refusals(_ arguments: [String], _ message: String) {
        #expect {
            _ = try pipeline.inputs(fromArguments: arguments)
        } throws: {
            "\($0)" == message
        }
    }
}
