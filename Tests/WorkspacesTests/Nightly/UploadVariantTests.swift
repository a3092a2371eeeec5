import CompassTesting
import Documents
import Engine
import Pipelines
import Platform
import Testing
import UploadFolder

@testable import Workspaces

/// Schools by their names, and room that is kept.
@Suite struct UploadVariantTests {
    @Test("an upload has the ids of schools that are called by their names")
    func schools() async throws {
        let bench = try await UploadBench()
        let upload = try await bench.create(inputs: ["schools=STANFORD,Ucla"])
        #expect(upload.inputs["schools"] == ["stanford", "ucla"])
        let refused = await UploadTests().error { _ = try await bench.create(inputs: ["schools=Stanfrod"]) }
        #expect(refused?.message == "There is no school `Stanfrod`. Did you mean `stanford`?")
    }

    @Test("room is kept for what is awaited until nothing has come for ten minutes, and again when something comes")
    func reservation() async throws {
        let bench = try await UploadBench()
        let upload = try await bench.create(length: 1_000)
        #expect(try await bench.uploads.awaited() == 1_000)
        bench.advance(by: .seconds(599))
        #expect(try await bench.uploads.awaited() == 1_000)
        bench.advance(by: .seconds(1))
        #expect(try await bench.uploads.awaited() == 0)
        try await bench.append("ess", to: upload)
        #expect(try await bench.uploads.awaited() == 997)
    }
}
