import Pipelines
import Testing

@testable import WebServer

@Suite struct QuarantineAdviceTests {
    @Test(
        "what is advised follows from the reason, and else from whether the file was refused",
        arguments: [
            (
                .failed, "unknown-school",
                "There is no such school. Add it, then release the file; or discard it, and send it with another."
            ),
            (.rejected, "empty-file", "The file is empty. Send it again whole, and discard this."),
            (.failed, "other", "The file may be fine: something around it broke. Release it once the cause is gone."),
        ] as [(RunStatus, String, String)])
    func advice(_ status: RunStatus, _ kind: String, _ text: String) {
        #expect(QuarantineAdvice.text(status, kind: kind) == text)
    }
}
