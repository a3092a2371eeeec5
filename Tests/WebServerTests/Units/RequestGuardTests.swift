import Testing

@testable import WebServer

@Suite struct RequestGuardTests {
    @Test(
        "the host of an authority: without its port, in lower case; nil where it is none",
        arguments: [
            ("a.example", "a.example"), ("A.Example:80", "a.example"), ("[::1]", "[::1]"), ("[::1]:8080", "[::1]"),
            ("[FE80::1]", "[fe80::1]"), ("a:", "a"), ("", nil), (":80", nil), ("a:b", nil), ("a:123456", nil),
            ("[::1", nil), ("[::1]x", nil), ("[::1]:x", nil), ("a:80:80", nil),
        ] as [(String, String?)])
    func host(text: String, expected: String?) {
        #expect(RequestGuard.host(text) == expected)
    }

    @Test("the hosts that are answered to: this machine, the addresses listened to, and that of the address people use")
    func hosts() {
        let local: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
        #expect(RequestGuard(listening: ["127.0.0.1"], url: nil).hosts == local)
        #expect(RequestGuard(listening: ["0.0.0.0", "::"], url: nil).hosts == local)
        #expect(
            RequestGuard(listening: ["192.0.2.7", "FD00::1"], url: nil).hosts
                == local.union(["192.0.2.7", "[fd00::1]"]))
        for url in ["https://Files.Example", "https://files.example:8443", "HTTP://files.example/x/y"] {
            #expect(RequestGuard(listening: [], url: url).hosts == local.union(["files.example"]), "\(url)")
        }
        #expect(RequestGuard(listening: [], url: "ftp://files.example").hosts == local)
    }
}
