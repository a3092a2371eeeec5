import Documents
import Pipelines
import Testing

@testable import Workspaces

@Suite struct UploadPipelineTests {
    private static func pipeline(_ name: String, _ input: String, with options: String = "") -> String {
        """
        version: 1
        name: \(name)
        inputs:
          type: \(input)
        stages:
          - uses: detect-mime
          - uses: upload
          - uses: create-version
        \(options.isEmpty ? "" : "    with: { \(options) }")

        """
    }

    private static func triggered(_ pipeline: String, by triggers: String) -> String {
        pipeline.replacing("inputs:\n", with: "on: { \(triggers) }\ninputs:\n")
    }

    private static let hook = #"webhook: { path: /hooks/grades, secret: "${{ secrets.A }}" }"#
    private static let more = pipeline("more", "{ type: document-type, default: transcript }")
    private static let transcripts = pipeline("grades", "{ type: document-type, default: transcript }")

    struct Choice: Sendable {
        let pipelines: [String: String]
        var declared: [DocumentType: String] = [:]
        /// The pipeline's name, or the message.
        let result: String
    }

    @Test(
        "the pipeline of a type is the one that is declared, or the only one that makes such documents",
        arguments: [
            Choice(pipelines: ["grades": transcripts], result: "grades"),
            Choice(
                pipelines: [
                    "grades": transcripts, "cv": pipeline("cv", "{ type: document-type, default: resume }"),
                ], result: "grades"),
            Choice(
                pipelines: [
                    "fixed": pipeline("fixed", "{ type: string, default: x }", with: "type: transcript")
                ], result: "fixed"),
            Choice(
                pipelines: ["cv": pipeline("cv", "{ type: document-type, default: resume }")],
                result: "No pipeline makes documents of type transcript by itself. Say in compass.yaml which one takes "
                    + "them: `server: { uploads: { transcript: PIPELINE } }`."),
            Choice(
                pipelines: ["any": pipeline("any", "{ type: document-type, required: true }")],
                result: "No pipeline makes documents of type transcript by itself. Say in compass.yaml which one takes "
                    + "them: `server: { uploads: { transcript: PIPELINE } }`."),
            Choice(
                pipelines: ["any": pipeline("any", "{ type: document-type, required: true }")],
                declared: [.transcript: "any"], result: "any"),
            Choice(
                pipelines: [
                    "grades": transcripts,
                    "more": more,
                ],
                result:
                    "Several pipelines make documents of type transcript: `grades`, `more`. Say in compass.yaml which "
                    + "one takes them: `server: { uploads: { transcript: PIPELINE } }`."),
            Choice(
                pipelines: [
                    "grades": transcripts,
                    "more": more,
                ], declared: [.transcript: "more"], result: "more"),
            Choice(pipelines: ["grades": triggered(transcripts, by: hook), "more": more], result: "more"),
            Choice(pipelines: ["grades": triggered(transcripts, by: hook)], result: "grades"),
            Choice(
                pipelines: [
                    "grades": triggered(transcripts, by: hook + #", watch: { path: inbox }"#), "more": more,
                ],
                result:
                    "Several pipelines make documents of type transcript: `grades`, `more`. Say in compass.yaml which "
                    + "one takes them: `server: { uploads: { transcript: PIPELINE } }`."),
            Choice(
                pipelines: ["grades": transcripts], declared: [.transcript: "none"],
                result: "`server.uploads` of compass.yaml names `none` for transcript, and the workspace has no such "
                    + "pipeline."),
            Choice(
                pipelines: [
                    "cv": pipeline("cv", "{ type: document-type, default: resume, allowed: [resume, questionnaire] }")
                ],
                declared: [.transcript: "cv"],
                result:
                    "`server.uploads` of compass.yaml names `cv` for transcript, and that pipeline makes no documents "
                    + "of this type."),
        ])
    func choice(choice: Choice) async throws {
        let test = try await TestWorkspace(choice.pipelines)
        var definition = WorkspaceDefinition()
        definition.server.uploads = choice.declared
        let pipelines = try test.workspace.allPipelines { _ in }
        #expect(pipelines.count == choice.pipelines.count)
        do {
            let pipeline = try UploadPipeline(definition, among: pipelines).pipeline(for: .transcript)
            #expect(pipeline.name == choice.result)
        } catch {
            #expect(error.kind == .noPipeline)
            #expect(error.message == choice.result)
        }
    }
}
