import Channels
import CompassTesting
import ContributedStages
import DocumentStages
import Documents
import ExternalStages
import FileType
import HTTPMessages
import MediaStages
import Pipelines
import Platform
import Programs
import Testing

/// Every example of every stage type that ships, from its text on: what the reference shows is what happens.
@Suite struct StageExampleTests {
    static let stages: [any Stage.Type] =
        [
            DetectMime.self, ValidateExtension.self, SizeCheck.self, Upload.self, CreateVersion.self, Share.self,
            Notify.self, Trash.self, VerifyObject.self, RequireConsent.self, ProbeMedia.self, PDFInfo.self,
            Thumbnail.self, WebRendition.self, ScanVirus.self, Exec.self, HTTPRequestStage.self,
        ] + contributedStages

    @Test("every example of a stage does what it says", arguments: stages.map { $0.spec.name })
    func examples(name: String) async throws {
        let registry = try Registry(Self.stages)
        let folder = try TestFolder()
        var resources = Resources()
        resources.provide(FileTypeDetector())
        resources.provide(DocumentRules.standard)
        resources.provide(ProgramScratch(in: folder.file("scratch"), variable: { _ in nil }))
        resources.provide(StageSurroundings(root: folder.path, reach: .everywhere))
        resources.provide(NoConsent(), as: (any ConsentLookup).self)
        resources.provide(Pipelines.Channels(["log": LogChannel(file: folder.path.appending("log.ndjson"))]))
        let spec = try #require(registry[name]).spec
        for example in spec.examples {
            let harness = try await StageHarness(registry: registry, resources: resources)
            let stage = try await harness.run(example)
            switch example.result {
            case .outputs(let expected):
                #expect(stage.status == .succeeded, "\(example.title): \(stage.error?.message ?? "")")
                for entry in expected { #expect(stage.outputs[entry.key] == entry.value, "\(example.title)") }
                let (all, always) = (spec.allOutputs, spec.allOutputs.filter { $0.type != $0.type.orNull })
                #expect(Set(stage.outputs.keys).isSubset(of: all.map(\.name)), "\(example.title)")
                #expect(Set(stage.outputs.keys).isSuperset(of: always.map(\.name)), "\(example.title)")
            case .failed(let errorClass):
                #expect(stage.status == .failed, "\(example.title)")
                #expect(stage.error?.errorClass == errorClass, "\(example.title)")
            case .rejected(let message):
                #expect(stage.status == .rejected, "\(example.title)")
                #expect(stage.error?.message == message, "\(example.title)")
            }
        }
    }
}

/// As in a workspace in which nobody has accepted anything.
private struct NoConsent: ConsentLookup {
    func consent(of person: String, to kind: String) async throws -> Consent {
        Consent(version: "1.0", isGiven: false)
    }
}
