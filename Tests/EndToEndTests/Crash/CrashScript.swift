import Testing

/// A pipeline that is killed in the tests, and what it leaves when it was not.
struct CrashScript: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    /// The exit status of a run that nobody disturbs.
    let status: Int32
    /// Of a run that nobody disturbs.
    let ending: String
    /// By channel, and then by stage: how many notifications a run with that ending sends.
    let announcements: [String: [String: Int]]
    /// Of the version that it makes; nil: it leaves none.
    let schools: [String]?
    /// Stages of the plugin `ledger`, whose entries a run with that ending leaves.
    var entries: [String] = []

    var testDescription: String { name }

    static let all = [rich, failing, loop, plugin, pluginUndone]

    private static func source(_ name: String, _ rest: String) -> String {
        """
        version: 1
        name: \(name)
        inputs:
          type: { type: document-type, default: transcript }
          title: { type: string, default: "${{ document.stem }}" }
          schools: { type: list, of: string, default: [stanford, ucla] }
        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: size-check
          - uses: upload
          - uses: create-version
            with: { title: "${{ inputs.title }}" }
        \(rest)

        """
    }

    /// Every kind of effect, one after the other.
    static let rich = CrashScript(
        name: "rich",
        source: source(
            "rich",
            """
              - uses: share
                with: { schools: "${{ inputs.schools }}" }
              - { id: tell-plain, uses: notify, with: { channel: plain, subject: "New: ${{ inputs.title }}" } }
              - { id: tell-once, uses: notify, with: { channel: once, subject: "New: ${{ inputs.title }}" } }
              - { id: tell-log, uses: notify, with: { channel: log, subject: "New: ${{ inputs.title }}" } }
            on-success:
              - { id: done, uses: notify, with: { channel: plain, subject: "Done: ${{ inputs.title }}" } }
            """),
        status: 0, ending: "succeeded",
        announcements: [
            "plain": ["tell-plain": 1, "done": 1], "once": ["tell-once": 1], "log": ["tell-log": 1],
        ], schools: ["stanford", "ucla"])

    /// Its last stage is rejected, so everything is taken back.
    static let failing = CrashScript(
        name: "failing",
        source: source(
            "failing",
            """
              - uses: share
                with: { schools: "${{ inputs.schools }}" }
              - { id: tell-plain, uses: notify, with: { channel: plain, subject: "New: ${{ inputs.title }}" } }
              - { id: too-far, uses: share, with: { schools: [nowhere] } }
            on-rejected:
              - { id: sorry, uses: notify, with: { channel: plain, subject: "Not ${{ document.name }}" } }
            finally:
              - { id: end, uses: notify, with: { channel: log, subject: "The end of ${{ document.name }}" } }
            """),
        status: 3, ending: "rejected", announcements: ["plain": ["sorry": 1], "log": ["end": 1]], schools: nil)

    /// Stages that are several.
    static let loop = CrashScript(
        name: "loop",
        source: source(
            "loop",
            """
              - id: each
                uses: share
                for-each: "${{ inputs.schools }}"
                as: school
                with: { schools: ["${{ school }}"] }
              - id: tell
                uses: notify
                for-each: "${{ inputs.schools }}"
                as: school
                max-parallel: 2
                with: { channel: plain, subject: "New for ${{ school }}" }
              - id: both
                parallel:
                  - { id: tell-once, uses: notify, with: { channel: once, subject: "New: ${{ inputs.title }}" } }
                  - { id: tell-log, uses: notify, with: { channel: log, subject: "New: ${{ inputs.title }}" } }
            """),
        status: 0, ending: "succeeded",
        announcements: ["plain": ["tell": 2], "once": ["tell-once": 1], "log": ["tell-log": 1]],
        schools: ["stanford", "ucla"])

    /// A plugin with an effect between the others.
    static let plugin = CrashScript(
        name: "plugin",
        source: source(
            "plugin",
            """
              - uses: share
                with: { schools: "${{ inputs.schools }}" }
              - { id: enter, uses: ledger }
              - { id: enter-again, uses: ledger, with: { note: "version ${{ document.version }}" } }
              - { id: tell-plain, uses: notify, with: { channel: plain, subject: "New: ${{ inputs.title }}" } }
            """),
        status: 0, ending: "succeeded", announcements: ["plain": ["tell-plain": 1]],
        schools: ["stanford", "ucla"],
        entries: ["enter", "enter-again"])

    /// What the plugin did is taken back.
    static let pluginUndone = CrashScript(
        name: "plugin-undone",
        source: source(
            "plugin-undone",
            """
              - { id: enter, uses: ledger }
              - { id: too-far, uses: share, with: { schools: [nowhere] } }
            """),
        status: 3, ending: "rejected", announcements: [:], schools: nil)
}
