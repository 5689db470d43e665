import Digest
import Foundation
import Testing

@Suite struct `Base64` {
    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `is that of RFC 4648`(text: String, base64: String) {
        #expect(Array(text.utf8).base64 == base64)
        #expect(Array(text.utf8).base64URL == base64.replacing("=", with: ""))
    }

    @Test func `is that of Foundation, for every byte`() {
        for count in 0...5 {
            for byte in UInt8.min ... .max {
                let bytes = [UInt8](repeating: byte, count: count) + [byte ^ 0x5A]
                let base64 = Data(bytes).base64EncodedString()
                #expect(bytes.base64 == base64)
                let forAddresses = base64.replacing("+", with: "-").replacing("/", with: "_").replacing(
                    "=", with: "")
                #expect(bytes.base64URL == forAddresses)
                #expect([UInt8](base64URL: forAddresses) == bytes)
            }
        }
    }

    @Test(arguments: [
        // A digit too many, bits that are set behind the last byte, padding, the other alphabet, no digits.
        "A", "AAAAA", "AB", "AAB", "Zh", "Zm9", "Zg==", "Zm8=", "+A", "/w", "A A", "é", "AA\n",
    ])
    func `is read as it is written alone`(text: String) {
        #expect([UInt8](base64URL: text) == nil)
    }
}

@Suite struct `HKDF-SHA-256` {
    @Test(
        arguments: [
            (
                (0...12).map { UInt8($0) }, (0xF0...0xF9).map { UInt8($0) },
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
            ),
            (
                [], [], "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
            ),
        ] as [([UInt8], [UInt8], String)])
    func `gives the keys of RFC 5869`(salt: [UInt8], info: [UInt8], key: String) {
        let secret = [UInt8](repeating: 0x0B, count: 22)
        for count in [0, 1, 32, 33, 42] {
            let made = HKDF.sha256(secret: secret, salt: salt, info: info, outputBytes: count)
            #expect(made.hexadecimal == String(key.prefix(2 * count)))
        }
    }
}
