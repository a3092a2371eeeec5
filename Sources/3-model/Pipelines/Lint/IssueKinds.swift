/// The kinds of issues that reading pipelines, workspaces and schools can report, with what each means. A kind keeps its
/// meaning for ever, so that tools may act on it.
public enum IssueKinds {
    /// A kind of issue.
    public struct Kind: Sendable, Hashable {
        /// In kebab-case; what stands in brackets: "unknown-key".
        public let name: String
        /// One sentence.
        public let doc: String
    }

    /// Sorted by name.
    public static let all: [Kind] = table.map { Kind(name: $0.key, doc: $0.value) }.sorted { $0.name < $1.name }

    /// What a kind means; nil when there is no such kind.
    public static func documentation(of name: String) -> String? { table[name] }

    private static let table: [String: String] = yaml.merging(expressions) { first, _ in first }.merging(definitions) {
        first, _ in first
    }

    private static let yaml: [String: String] = [
        "alias-bomb": "With its aliases expanded the file is too large.",
        "alias-cycle": "An alias stands inside of what it names.",
        "duplicate-key": "A key stands twice in a mapping.",
        "empty-file": "The file says nothing.",
        "several-documents": "The file has more than one YAML document.",
        "unknown-alias": "An alias has no anchor before it.",
        "unknown-tag": "A YAML tag means nothing here.",
        "unreadable-file": "The file cannot be opened or read.",
        "wrong-tag": "A value is not what its YAML tag says.",
        "yaml-blank": "A line begins with another blank than a space, such as a no-break space.",
        "yaml-character": "A control character or a byte order mark stands inside of the text.",
        "yaml-encoding": "The file is not UTF-8.",
        "yaml-key": "A key is a list or a mapping.",
        "yaml-merge": "`<<` is given something that is no mapping.",
        "yaml-syntax": "The file is not YAML.",
        "yaml-tab": "A tab stands where YAML wants spaces.",
        "yaml-too-big": "The file is too large.",
        "yaml-too-deep": "Too many levels are inside of one another.",
        "yaml-too-many-issues": "The file has so many mistakes that the rest of it was not read.",
    ]

    private static let expressions: [String: String] = [
        "bad-literal": "A number, size or duration in an expression cannot be read.",
        "empty-expression": "Nothing stands between `${{` and `}}`.",
        "if-text": "Text around an expression would make a string of a condition.",
        "may-be-null": "A value may be null where it must not be; `??` gives a default.",
        "not-available": "A name exists, but not at this place: a later stage, a fact that no stage has given.",
        "secret-exposed": "A secret would go where it could be shown or stored.",
        "syntax": "An expression cannot be read.",
        "too-deep": "An expression is nested too deeply.",
        "too-long": "An expression is too long.",
        "type-mismatch": "An expression gives another type than is needed.",
        "unclosed-expression": "A `${{` has no `}}`.",
        "unknown-fact": "The document has no such fact.",
        "unknown-function": "There is no such function.",
        "unknown-name": "A name in an expression means nothing here.",
        "unknown-output": "The stage has no such output.",
        "unset-variable": "An environment variable has no default for the case that it is unset.",
        "wrong-arguments": "A function is given too few or too many arguments.",
    ]

    private static let definitions: [String: String] = [
        "batch-refused":
            "The service found that no batch of a schedule could begin now, as when its source names an unknown school.",
        "broken-plugin": "A stage is of a plugin that cannot be used.",
        "contradiction": "Two keys do not go together.",
        "fact-type": "A plugin gives a fact of another type than it has elsewhere.",
        "duplicate-id": "Two stages, or two schools, have the same id.",
        "duplicate-name": "Two pipelines, or two test cases of one, have the same name.",
        "duplicate-watch": "Two watched folders of a pipeline have the same path.",
        "duplicate-webhook": "Two webhooks of the workspace have the same path.",
        "effect-without-undo": "A later stage can fail, and nothing says what becomes of this one's effect then.",
        "expression-not-allowed": "An expression stands where only a fixed value may.",
        "file-name": "A file of the workspace is called otherwise than the pipeline in it.",
        "invalid-cron": "A schedule cannot be read.",
        "invalid-literal": "A size or duration cannot be read; often its unit is missing.",
        "invalid-name": "A name has characters that it may not have.",
        "invalid-school": "A school's id or name breaks a rule.",
        "invalid-value": "A value is of the right type but not allowed.",
        "maybe-missing-fact": "A stage needs a fact that is given only by a stage that does not always run.",
        "missing-fact": "A stage needs a fact of the document that no stage before it gives.",
        "missing-file": "The file that a test case gives its run is not there.",
        "missing-input":
            "A stage's option gets its value from an input that the pipeline does not have; or nothing gives one that is "
            + "required.",
        "missing-key": "A key that has to be there is not.",
        "missing-option": "An option that has to be given is not.",
        "missing-program": "The program of a plugin is not there, or cannot be executed.",
        "missing-stages": "A pipeline, or a `parallel` group, has no stage.",
        "no-file":
            "A stage reads the document's file, and the pipeline's runs, or the times of its schedule, give none.",
        "not-supported": "It is part of the format, and this version does not support it.",
        "path-of-files": "The path of a watched folder looks like names of files.",
        "plain-secret": "A secret is written into the file.",
        "private-folder":
            "A watched folder, a folder that files are moved to or the object store lies where the workspace keeps other files.",
        "reserved-fact": "A plugin gives what only Compass itself finds out.",
        "shadowed-type": "A stage's id is the name of another stage type.",
        "too-many-issues":
            "The file has so many mistakes that the rest of it was not checked, or so many warnings that the rest is left out.",
        "unavailable-channel": "A channel of the workspace cannot be used now, such as for a secret that is not set.",
        "unavailable-webhook":
            "A webhook refuses all requests, such as for a secret that is not set, or its secret can be guessed.",
        "unknown-channel": "The workspace has no such channel.",
        "unknown-document-type": "There is no such type of document.",
        "unknown-input": "The pipeline has no such input.",
        "unknown-key": "A key means nothing here.",
        "unknown-option": "The stage type has no such option.",
        "unknown-school": "The workspace's list of schools does not have the school, or several of it have that name.",
        "unknown-stage": "The pipeline has no such stage.",
        "unknown-stage-type": "No stage type has that name.",
        "unknown-timezone": "The system has no such time zone, or cannot read it.",
        "uneven-step": "A step of a schedule is not even, so that it is no interval.",
        "unread-file": "A file starts the run, and no stage reads it.",
        "wrong-type": "A value is of another type than it has to be.",
    ]
}
