import Glibc
import Testing

@testable import Platform

@Suite struct UnixAddressTests {
    @Test("the kernel gets a path with its NUL, and an abstract name with its length alone")
    func bytes() throws {
        let path = try UnixAddress(path: "/run/x").withAddress { ($0.pointee.sa_family, $1) }
        #expect(path.0 == sa_family_t(AF_UNIX) && path.1 == 2 + 7)
        let abstract = try UnixAddress(notation: "@name").withAddress { _, count in count }
        #expect(abstract == 2 + 5)
    }

    @Test(
        "notations that are no Unix socket are refused",
        arguments: ["", "@", "relative", "vsock:1:2", "vsock-stream:1:2"])
    func refused(_ notation: String) {
        let error = #expect(throws: SystemError.self) { try UnixAddress(notation: notation) }
        #expect(error?.code == EAFNOSUPPORT)
    }

    @Test("an abstract name may fill the address, and not more")
    func longest() throws {
        let longest = "@" + String(repeating: "x", count: 107)
        #expect(try UnixAddress(notation: longest).withAddress { _, count in count } == 2 + 108)
        #expect(throws: SystemError.self) { try UnixAddress(notation: longest + "x") }
    }
}
