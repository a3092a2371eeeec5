/// Pipelines for tests.
enum Samples {
    /// As in the description of the file format.
    static let highlightVideo = #"""
        # yaml-language-server: $schema=../schema/pipeline.schema.json
        version: 1
        name: highlight-video
        description: A new highlight video from the drop folder to the schools' catalogues.

        on:
          watch:
            path: inbox/{user}/highlight_video     # {name} captures a path segment into inputs
            include: ["*.mp4", "*.mov", "*.avi"]
            settle: 2s                             # quiet period where no lease can tell that the writer is done
            on-success: { move: done/ }            # or keep, or delete
            on-rejected: { move: rejected/ }       # with NAME.reason.json beside it
          schedule:
            - cron: "0 3 * * *"
              timezone: America/New_York
              overlap: skip                        # skip | queue | replace | allow
              catch-up: once                       # skip | once | all (capped by catch-up-limit)

        inputs:
          user:    { type: string, required: true }
          type:    { type: document-type, default: highlight_video }
          title:   { type: string, default: "${{ document.stem }}" }
          schools: { type: list, of: string, default: [] }

        concurrency: { group: "${{ inputs.user }}", limit: 2, when-full: queue }
        defaults:
          timeout: 10m
          retry: { max-attempts: 5, initial: 1s, factor: 2, max: 1m, jitter: full }

        stages:
          - uses: detect-mime
          - uses: validate-extension
          - uses: size-check
            with: { max: 100MB }
          - id: upload
            uses: upload
            deadline: 2h
          - uses: create-version
            with: { title: "${{ inputs.title }}" }
          - uses: share
            if: length(inputs.schools) > 0
            with: { schools: "${{ inputs.schools }}" }
          - uses: notify
            with:
              channel: coaches
              subject: "New video: ${{ inputs.title }}"

        on-failure:
          - uses: notify
            with: { channel: me, subject: "${{ document.name }}: ${{ run.error.message }}" }

        tests:
          - name: an executable is refused before any upload
            given: { file: fixtures/clip.exe, inputs: { user: u1 } }
            expect: { status: rejected, failed-stage: validate-extension, not-called: [upload, create-version, notify] }

        """#
}
