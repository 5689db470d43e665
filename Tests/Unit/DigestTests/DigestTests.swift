import Foundation
import Testing

@testable import Digest

@Suite struct `CRC-32` {
    @Test(
        arguments: [
            ("", 0x0000_0000), ("a", 0xE8B7_BE43), ("abc", 0x3524_41C2), ("123456789", 0xCBF4_3926),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
        ] as [(String, UInt32)])
    func `gives the known checksums`(_ text: String, _ checksum: UInt32) {
        #expect(CRC32.checksum(Array(text.utf8)) == checksum)
    }

    @Test func `is the same by many bytes as bit by bit`() {
        let bytes = (0..<500).map { UInt8(truncatingIfNeeded: $0 * $0 * 37 + 11) }
        var slow = ~UInt32(0)
        for (count, byte) in bytes.enumerated() {
            #expect(CRC32.checksum(bytes.span.extracting(first: count)) == ~slow)
            // As on a processor that cannot fold.
            #expect(CRC32.takeIn(bytes.span.extracting(first: count), ~0) == slow)
            slow ^= UInt32(byte)
            for _ in 0..<8 { slow = slow >> 1 ^ (slow & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}

@Suite struct `SHA-256` {
    /// From NIST's example values and its byte-oriented short and long message vectors.
    static let vectors: [(message: [UInt8], digest: String)] = [
        ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            Array(
                ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        ([0xBD], "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
        ([0xC9, 0x8C, 0x8E, 0x55], "7abc22c0ae5af26ce93dbb94433a0e0b2e119d014f8e7f65bd56c61ccccd9504"),
        (
            Array(repeating: 0, count: 55),
            "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"
        ),
        (
            Array(repeating: 0, count: 56),
            "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"
        ),
        (
            Array(repeating: 0, count: 57),
            "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785"
        ),
        (
            Array(repeating: 0, count: 64),
            "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
        ),
        (
            Array(repeating: 0, count: 1000),
            "541b3e9daa09b20bf85fa273e5cbd3e80185aa4ec298e765db87742b70138a53"
        ),
        (
            Array(repeating: 0x61, count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: vectors)
    func `gives the digests that NIST published`(_ message: [UInt8], _ digest: String) {
        #expect(SHA256.digest(message).hexadecimal == digest)
    }

    @Test func `does not depend on how the message is cut`() {
        let message = (0..<200).map { UInt8($0) }
        for cut in message.indices {
            var hash = SHA256()
            hash.update(Array(message[..<cut]))
            hash.update(Array(message[cut...]))
            #expect(hash.finalize() == SHA256.digest(message))
        }
    }
}

@Suite struct `HMAC-SHA-256` {
    /// RFC 4231 §4: key, data, and the code, of which test case 5 shows only the first 16 bytes.
    static let vectors: [(key: [UInt8], data: [UInt8], code: String)] = [
        (
            Array(repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), Array(repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            Array(repeating: 0x0C, count: 20), Array("Test With Truncation".utf8),
            "a3b6167473100ee06e0c796c2955552b"
        ),
        (
            Array(repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            Array(repeating: 0xAA, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: vectors)
    func `gives the codes of RFC 4231`(_ key: [UInt8], _ data: [UInt8], _ code: String) {
        #expect(HMAC.sha256(key: key, data).hexadecimal.hasPrefix(code))
    }

    @Test(arguments: [
        ("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "U6dAqBFPpIXOo2Rapew9MG0aZD/Huagn5R5Hp9sYPnI="),
        ("ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=", "h2aGvXBJj2ieW8tazCEYfMELbKgxUjh1lKrdMNjUKwo="),
    ])
    func `signs a Standard Webhooks message`(_ key: String, _ signature: String) throws {
        let body =
            #"{"type":"reminder.due","timestamp":"2026-01-01T00:00:00.000Z","data":{"#
            + #""itemId":"7f1c9a52-0c1e-4f0e-9a43-5d1f0f6b2c11","title":"Café ☕","#
            + #""dueDate":"2026-01-01T00:00:00.000Z","late":false}}"#
        let message = "msg_01JABCDEF0123456789ABCDEFG.1767225600.\(body)"
        let code = HMAC.sha256(key: [UInt8](try #require(Data(base64Encoded: key))), Array(message.utf8))
        #expect(Data(code).base64EncodedString() == signature)
    }
}

@Suite struct `Bytes` {
    @Test func `compare equal in constant time only when they are`() {
        #expect([1, 2, 3].isEqualInConstantTime(to: [1, 2, 3]))
        #expect(![1, 2, 3].isEqualInConstantTime(to: [1, 2, 4]))
        #expect(![1, 2, 3].isEqualInConstantTime(to: [0, 2, 3]))
        #expect(![1, 2, 3].isEqualInConstantTime(to: [1, 2]))
        #expect([].isEqualInConstantTime(to: []))
    }

    @Test func `go to hexadecimal and back`() {
        #expect(([0x00, 0x0F, 0xAB, 0xFF] as [UInt8]).hexadecimal == "000fabff")
        #expect([UInt8](hexadecimal: "000fABff") == [0x00, 0x0F, 0xAB, 0xFF])
        #expect([UInt8](hexadecimal: "") == [])
        for invalid in ["0", "0g", "+1", " 1", "é"] { #expect([UInt8](hexadecimal: invalid) == nil) }
    }
}
