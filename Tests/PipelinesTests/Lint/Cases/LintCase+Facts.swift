extension LintCase {
    static let facts: [LintCase] = [
        LintCase(
            "a fact that nobody gives",
            #"""
            version: 1
            name: x
            stages:
              - uses: validate-extension
            """#,
            #"""
            p.yaml:4:11: error[missing-fact]: stage `validate-extension` needs the fact `mime-type` ^^^^^^^^^^^^^^^^^^ add `uses: detect-mime` before it
            """#),
        LintCase(
            "facts that are given later",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: create-version
              - uses: detect-mime
              - uses: upload
            """#,
            #"""
            p.yaml:6:11: error[missing-fact]: stage `create-version` needs the fact `file-url`, which stage `upload` gives only later, in line 8 ^^^^^^^^^^^^^^ move `upload` before it
            p.yaml:6:11: error[missing-fact]: stage `create-version` needs the fact `mime-type`, which stage `detect-mime` gives only later, in line 7 ^^^^^^^^^^^^^^ move `detect-mime` before it
            p.yaml:6:11: error[missing-fact]: stage `create-version` needs the fact `sha256`, which stage `upload` gives only later, in line 8 ^^^^^^^^^^^^^^ move `upload` before it
            """#),
        LintCase(
            "a fact that is given only sometimes",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
                if: document.extension != '.txt'
              - uses: validate-extension
              - uses: validate-extension
                id: same
                if: document.extension != '.txt'
              - uses: notify
                with: { subject: "${{ document.mime-type }} ${{ stages.detect-mime.outputs.mime-type ?? 'none' }}" }
            """#,
            #"""
            p.yaml:8:11: warning[maybe-missing-fact]: stage `validate-extension` needs the fact `mime-type`, and stage `detect-mime` may not have given it ^^^^^^^^^^^^^^^^^^ give this stage the same `if`
            p.yaml:13:27: error[may-be-null]: `document.mime-type` may be null, and is part of a text here ^^^^^^^^^^^^^^^^^^ write `document.mime-type ?? ''`
            """#),
        LintCase(
            "stages under one condition rely on each other, unless it holds after a failure as well",
            #"""
            version: 1
            name: x
            defaults: { if: document.extension == '.pdf' }
            stages:
              - uses: detect-mime
              - uses: validate-extension
              - id: own
                uses: validate-extension
                if: document.stem != 'x'
            on-failure:
              - uses: detect-mime
                id: again
                if: always()
              - id: same
                uses: validate-extension
                if: always()
            """#,
            #"""
            p.yaml:8:11: warning[maybe-missing-fact]: stage `own` needs the fact `mime-type`, and stage `detect-mime` may not have given it ^^^^^^^^^^^^^^^^^^
            p.yaml:15:11: warning[maybe-missing-fact]: stage `same` needs the fact `mime-type`, and stage `again` may not have given it ^^^^^^^^^^^^^^^^^^
            """#),
        LintCase(
            "a fact of a stage that may have failed",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
                continue-on-error: true
              - uses: validate-extension
              - uses: sign
                if: always()
                with: { tags: ["${{ stages.validate-extension.outputs.document-type }}"] }
            """#,
            #"""
            p.yaml:8:11: warning[maybe-missing-fact]: stage `validate-extension` needs the fact `mime-type`, and stage `detect-mime` may not have given it ^^^^^^^^^^^^^^^^^^
            p.yaml:11:25: error[may-be-null]: `stages.validate-extension.outputs.document-type` may be null ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write `stages.validate-extension.outputs.document-type ?? ''`
            """#),
        LintCase(
            "after a failure nothing is certain",
            #"""
            version: 1
            name: x
            inputs:
              type: { type: document-type, default: transcript }
            stages:
              - uses: detect-mime
              - uses: upload
              - uses: create-version
            on-success:
              - uses: share
                with: { schools: ["${{ document.id }}"] }
            on-failure:
              - uses: share
                id: again
                with: { schools: ["${{ document.id }}", "${{ run.error.message }}"] }
            finally:
              - uses: notify
                with: { subject: "${{ run.error.message ?? document.name }}", body: "${{ run.error.message }}" }
            """#,
            #"""
            p.yaml:13:11: warning[maybe-missing-fact]: stage `again` needs the fact `id`, and stage `create-version` may not have given it ^^^^^
            p.yaml:15:28: error[may-be-null]: `document.id` may be null ^^^^^^^^^^^ write `document.id ?? ''`
            """#),
    ]
}
