import HTTP
import HTTPClient
import Testing

@Suite struct `An IP address` {
    @Test(arguments: [
        ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("10.1.2.3", "10.1.2.3"),
        ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8::A", "2001:db8::a"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("0:0:0:0:0:0:0:1", "::1"), ("::ffff:10.0.0.1", "::ffff:10.0.0.1"),
        ("::ffff:a00:1", "::ffff:10.0.0.1"), ("64:ff9b::8.8.8.8", "64:ff9b::808:808"),
        ("1:2:3:4:5:6:7.8.9.10", "1:2:3:4:5:6:708:90a"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
        ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ])
    func `is read in every form and written in one`(text: String, canonical: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == canonical)
        #expect(IPAddress(canonical) == address)
    }

    @Test(arguments: [
        "", ".", "1", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1..2.3", "256.0.0.1", "01.2.3.4",
        "0x7f.0.0.1",
        "1.2.3.4 ", "+1.2.3.4", "1.2.3.-4", "１.2.3.4", ":", ":::", "1", "1:", ":1", "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9", "1::2::3", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "12345::", "g::", "::1%lo",
        "[::1]", "1.2.3.4::", "::1.2.3.4:5", "::1.2.3", "1:2:3:4:5:6:7:1.2.3.4",
    ])
    func `is nothing else`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func `is made from its octets`() {
        #expect(IPAddress(octets: [127, 0, 0, 1])?.description == "127.0.0.1")
        #expect(IPAddress(octets: [UInt8](repeating: 0, count: 15) + [1])?.description == "::1")
        #expect(IPAddress(octets: [1, 2, 3]) == nil)
        #expect(IPAddress(octets: []) == nil)
    }
}

@Suite struct `A block of addresses` {
    @Test(arguments: [
        "0.0.0.0/0", "10.0.0.0/8", "192.168.1.7/32", "::/0", "fd00::/8", "2001:db8::/33", "::1/128",
    ])
    func `is read as it is written`(text: String) throws {
        #expect(try #require(CIDR(text)).description == text)
    }

    @Test func `without a length is one address`() throws {
        #expect(try #require(CIDR("10.0.0.1")).description == "10.0.0.1/32")
        #expect(try #require(CIDR("::1")).description == "::1/128")
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.1/8",
        "::1/64",
        "::/129", "::/0x8", "10/8", "10.0.0.0/ 8", "10.0.0.0/٨",
    ])
    func `is nothing else`(text: String) {
        #expect(CIDR(text) == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.0.0.0/8", "9.255.255.255", false),
        ("0.0.0.0/0", "203.0.113.1", true), ("0.0.0.0/0", "::1", false), ("::/0", "1.2.3.4", false),
        ("192.168.1.7/32", "192.168.1.7", true), ("192.168.1.7/32", "192.168.1.6", false),
        ("fc00::/7", "fdff:ffff::1", true), ("fc00::/7", "fe00::", false),
        ("2001:db8::/33", "2001:db8:8000::", false),
        ("::1/128", "::1", true), ("::1/128", "::2", false), ("::/96", "::1.2.3.4", true),
        ("::/96", "::1:0:0", false),
    ])
    func `holds the addresses that begin alike`(block: String, address: String, isInside: Bool) throws {
        #expect(try #require(CIDR(block)).contains(#require(IPAddress(address))) == isInside)
    }
}

@Suite struct `A policy of addresses` {
    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255", "161.26.0.6", "166.8.0.1", "166.11.255.255", "168.63.129.16",
        "::ffff:168.63.129.16",
        "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1",
        "192.88.99.1",
        "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::2", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
        "::ffff:0:8.8.8.8", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::1:808:808",
        "64:ff9b:1::8.8.8.8",
        "64:ff9b:1:a00:0:100::", "100::1", "100:0:0:1::1", "2001::1", "2001:0:808:808::", "2001:2::1",
        "2001:10::1",
        "2001:1ff::1", "2001:db8::1", "2002::1", "2002:808:808::1", "3fff::1", "5f00::1", "fc00::1",
        "fd12:3456::1",
        "fe80::1", "febf::1", "fec0::1", "ff02::1", "ff0e::1", "4000::1", "e000::1",
    ])
    func `refuses what is not public`(address: String) throws {
        #expect(AddressPolicy().refusal(of: try #require(IPAddress(address))) != nil)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "2a00:1450::1",
    ])
    func `lets pass what is public`(address: String) throws {
        #expect(AddressPolicy().refusal(of: try #require(IPAddress(address))) == nil)
    }

    @Test func `says what an address is`() throws {
        let policy = AddressPolicy()
        #expect(policy.refusal(of: try #require(IPAddress("127.0.0.1"))) == "a loopback address")
        #expect(policy.refusal(of: try #require(IPAddress("::ffff:192.168.0.1"))) == "a private address")
        #expect(policy.refusal(of: try #require(IPAddress("fe80::1"))) == "a link-local address")
        #expect(policy.refusal(of: try #require(IPAddress("2001:2::1"))) == "a benchmarking address")
    }

    @Test func `lets pass what is allowed besides`() throws {
        let policy = AddressPolicy(allowed: [
            try #require(CIDR("10.1.0.0/16")), try #require(CIDR("fd00::/8")),
        ])
        for address in ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3", "fd00::1"] {
            #expect(policy.refusal(of: try #require(IPAddress(address))) == nil, "\(address)")
        }
        for address in ["10.2.0.1", "::ffff:10.2.0.1", "fc00::1", "127.0.0.1"] {
            #expect(policy.refusal(of: try #require(IPAddress(address))) != nil, "\(address)")
        }
    }

    @Test func `lets this machine pass where that is allowed`() throws {
        let policy = AddressPolicy(allowed: CIDR.loopback)
        for address in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            #expect(policy.refusal(of: try #require(IPAddress(address))) == nil, "\(address)")
        }
        #expect(policy.refusal(of: try #require(IPAddress("0.0.0.0"))) != nil)
    }
}
