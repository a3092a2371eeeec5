import HTTPClient
import Platform
import Testing

@Suite struct HTTPDateTests {
    @Test(
        "the three formats of RFC 9110 are read",
        arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func formats(text: String) {
        #expect(HTTPDate.read(text) == Timestamp(microseconds: 784_111_777_000_000))
    }

    @Test(
        "anything else is not",
        arguments: ["", "soon", "-5", "1.5", "20261108", "Sun, 99 Nov 1994 08:49:37 GMT", "Nov", "é"])
    func others(text: String) {
        #expect(HTTPDate.read(text) == nil)
    }
}
