import Pipelines
import Scheduling
import Testing

@testable import Service

@Suite struct SlotWorkTests {
    @Test("a slot that finds nothing to look through has failed; one that looks through folders says so")
    func looks() {
        #expect(
            SlotWork.end(afterLookingThrough: 0)
                == SlotEnd(.failed, reason: "there is neither a source nor a watched folder", hasRun: false))
        #expect(
            SlotWork.end(afterLookingThrough: nil)
                == SlotEnd(.skipped, reason: "this process watches no folders", hasRun: false))
        #expect(
            SlotWork.end(afterLookingThrough: 1)
                == SlotEnd(.succeeded, reason: "looked through 1 watched folder", hasRun: false))
        #expect(SlotWork.end(afterLookingThrough: 2).reason == "looked through 2 watched folders")
    }
}
