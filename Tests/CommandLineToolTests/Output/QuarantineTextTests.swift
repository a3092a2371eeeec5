import Testing

@testable import CommandLineTool

@Suite struct QuarantineTextTests {
    @Test(
        "up to three files that came to quarantine are named with the command that shows them",
        arguments: [
            ([], nil), (["01J"], "The file is in quarantine: `compass quarantine show 01J`"),
            (["01J", "01K", "01L"], "3 files are in quarantine: `compass quarantine show 01J 01K 01L`"),
            (["01J", "01K", "01L", "01M"], "The files are in quarantine: `compass quarantine`"),
        ] as [([String], String?)])
    func whereabouts(entries: [String], text: String?) {
        #expect(QuarantineText.whereabouts(entries) == text)
    }
}
