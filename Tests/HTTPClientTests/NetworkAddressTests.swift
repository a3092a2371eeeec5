import HTTPMessages
import Testing

@Suite struct NetworkAddressTests {
    @Test(
        "an address that leads to this machine, its network or to no one machine is not public",
        arguments: [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1",
            "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
            "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1",
            "2001::1",
            "2001:db8::1", "2002:7f00:1::", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
            "4000::1",
        ])
    func special(text: String) throws {
        let address = try #require(NetworkAddress(text))
        #expect(!address.isPublic)
        #expect(!NetworkReach.public(and: []).allows(address) && NetworkReach.everywhere.allows(address))
    }

    @Test(
        "an address of the Internet is public, beside the borders of what is not",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
            "198.17.255.255", "198.20.0.0", "223.255.255.255", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2000::1",
            "2001:200::1", "2606:4700::1111", "2a00::1",
        ])
    func ordinary(text: String) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.isPublic && NetworkReach.public(and: []).allows(address))
    }

    @Test(
        "what inet_pton does not read is no address",
        arguments: [
            "", "localhost", "127.1", "0x7f.0.0.1", "2130706433", "127.0.0.1\u{0}", "[::1]", "fe80::1%1", " 10.0.0.1",
            "1.1.1.256",
        ])
    func none(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    private static let ranges: [(range: String, inside: [String], outside: [String])] = [
        ("192.168.1.20", ["192.168.1.20", "::ffff:192.168.1.20"], ["192.168.1.21", "192.168.1.2"]),
        ("192.168.1.0/24", ["192.168.1.0", "192.168.1.255"], ["192.168.0.255", "192.168.2.0"]),
        ("10.64.0.0/10", ["10.64.0.0", "10.127.255.255"], ["10.63.255.255", "10.128.0.0"]),
        ("fd00::/8", ["fd12::1"], ["fc00::1", "fe80::1", "10.0.0.1"]), ("0.0.0.0/0", ["10.0.0.1"], ["fd00::1"]),
        ("::1", ["::1"], ["::2", "127.0.0.1"]), ("::ffff:10.0.0.1", ["10.0.0.1"], ["10.0.0.2"]),
    ]

    @Test("a range has the addresses that begin with its bits, and no others", arguments: ranges)
    func range(text: String, inside: [String], outside: [String]) throws {
        let reach = NetworkReach.public(and: [try #require(AddressRange(text))])
        for text in inside {
            let address = try #require(NetworkAddress(text))
            #expect(reach.allows(address), "\(text)")
        }
        for text in outside {
            let address = try #require(NetworkAddress(text))
            #expect(!reach.allows(address), "\(text)")
        }
    }

    @Test(
        "what is no address or network is no range",
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/08x", "10.0.0.0/-1", "10.0.0.0/+8", "::/129",
            "::ffff:10.0.0.0/104", "localhost", "10.0.0.0/8/8",
        ])
    func noRange(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
