import Digest
import Foundation
import Testing

@testable import WebPush

/// Bytes in base64url.
private func bytes(_ text: String) throws -> [UInt8] { try #require([UInt8](base64URL: text)) }

extension Cryptography {
    /// Draws the numbers from 1 on, which are a private key as well.
    static func counting() throws -> Cryptography {
        try Cryptography { count in (1...count).map { UInt8(truncatingIfNeeded: $0) } }
    }
}

/// The example of RFC 8291 §5 and appendix A.
private struct Example {
    let plaintext = Array("When I grow up, I want to be a watermelon".utf8)
    let senderKey = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    let senderPublicKey =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    let receiverKey = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    let receiverPublicKey =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    let secret = "BTBZMqHH6r4Tts7J_aSIgg"
    let salt = "DGv6ra1nlYgDCS1FRnbzlw"
    let sharedSecret = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"
    let message =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        + "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"

    /// The message of the example.
    func encrypted(_ cryptography: Cryptography) throws -> [UInt8] {
        try PushMessage.encrypted(
            plaintext, paddingBytes: 0, p256dh: bytes(receiverPublicKey), auth: bytes(secret),
            key: cryptography.keyPair(of: bytes(senderKey)), salt: bytes(salt), cryptography)
    }
}

@Suite struct `A message to a browser` {
    private let example = Example()
    private let cryptography: Cryptography

    init() throws {
        cryptography = try .counting()
    }

    private func encrypted(_ plaintext: [UInt8]) throws -> [UInt8] {
        try PushMessage.encrypted(
            plaintext, p256dh: bytes(example.receiverPublicKey), auth: bytes(example.secret), cryptography)
    }

    @Test func `is that of RFC 8291`() throws {
        #expect(try example.encrypted(cryptography).base64URL == example.message)
    }

    @Test func `is coded as in RFC 8188`() throws {
        let message = try PushMessage.coded(
            Array("I am the walrus".utf8), paddingBytes: 0, secret: bytes("yqdlZ-tYemfogSmv7Ws5PQ"),
            salt: bytes("I1BsxtFttlv3u_Oo94xnmw"), keyID: [], cryptography)
        #expect(
            message.base64URL == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    }

    @Test func `begins with what was drawn for it`() throws {
        let key = try cryptography.makeKeyPair()
        let salt = (1...16).map { UInt8($0) }
        let message = try encrypted(example.plaintext)
        #expect(message.starts(with: salt + [0, 0, 16, 0, 65] + key.publicKey))
    }

    @Test func `has one of four lengths`() throws {
        for (count, padded) in [
            (0, 512), (1, 512), (512, 512), (513, 1_024), (1_025, 2_048), (2_049, 3_993), (3_993, 3_993),
        ] {
            #expect(try encrypted([UInt8](repeating: 65, count: count)).count == 86 + padded + 1 + 16)
        }
        #expect(try encrypted([UInt8](repeating: 65, count: 3_993)).count == 4_096)
    }

    @Test func `is not made where it would be too long`() {
        #expect(throws: WebPushError.tooLong(bytes: 3_994)) {
            try encrypted([UInt8](repeating: 65, count: Limits.plaintextBytesMax + 1))
        }
    }

    @Test func `is not made for what is no point`() throws {
        let point = try bytes(example.receiverPublicKey)
        let isOdd = point[64] & 1
        let zeros = [UInt8](repeating: 0, count: 64)
        let large = [UInt8](repeating: 255, count: 64)
        let invalids: [[UInt8]] = [
            [], [0], Array(point.dropLast()), point + [0],
            // The same point in other forms, compressed and hybrid.
            [2 + isOdd] + point[1...32], [6 + isOdd] + point.dropFirst(),
            // Not on the curve, at infinity, larger than the field.
            point.dropLast() + [point[64] ^ 1], [4] + zeros, [0] + zeros, [4] + large,
        ]
        for invalid in invalids {
            #expect(throws: WebPushError.invalidPublicKey) {
                try PushMessage.encrypted([], p256dh: invalid, auth: bytes(example.secret), cryptography)
            }
        }
    }

    @Test(arguments: [0, 15, 17]) func `needs a secret of 16 bytes`(count: Int) throws {
        #expect(throws: WebPushError.invalidAuthenticationSecret) {
            try PushMessage.encrypted(
                [], p256dh: bytes(example.receiverPublicKey), auth: [UInt8](repeating: 1, count: count),
                cryptography)
        }
    }

    @Test func `is made by many threads at once`() async throws {
        let message = example.message
        let key = try VAPIDKey(privateKey: bytes(example.senderKey), cryptography)
        let broken = [4] + [UInt8](repeating: 1, count: 64)
        try await withThrowingTaskGroup(of: Bool.self) { [cryptography, example] group in
            for _ in 0..<16 {
                group.addTask {
                    for _ in 0..<20 {
                        #expect(try example.encrypted(cryptography).base64URL == message)
                        _ = try key.authorization(audience: "https://a", expires: 1, subject: "https://b")
                        #expect(throws: WebPushError.invalidPublicKey) {
                            try cryptography.sharedSecret(of: cryptography.makeKeyPair(), with: broken)
                        }
                    }
                    return true
                }
            }
            for try await isDone in group { #expect(isDone) }
        }
    }
}

@Suite struct `The curve` {
    private let example = Example()
    private let cryptography: Cryptography

    init() throws {
        cryptography = try .counting()
    }

    @Test func `has the keys of RFC 8291`() throws {
        let sender = try cryptography.keyPair(of: bytes(example.senderKey))
        let receiver = try cryptography.keyPair(of: bytes(example.receiverKey))
        #expect(sender.publicKey.base64URL == example.senderPublicKey)
        #expect(receiver.publicKey.base64URL == example.receiverPublicKey)
        for secret in [
            try cryptography.sharedSecret(of: sender, with: receiver.publicKey),
            try cryptography.sharedSecret(of: receiver, with: sender.publicKey),
        ] {
            #expect(secret.base64URL == example.sharedSecret)
        }
    }

    @Test func `has no key that is zero, its order or longer`() throws {
        let order = try #require(
            [UInt8](hexadecimal: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
        let largest = Array(order.dropLast()) + [0x50]
        #expect(try cryptography.keyPair(of: largest).publicKey.count == 65)
        let zero = [UInt8](repeating: 0, count: 32)
        for invalid in [[], zero, order, [UInt8](repeating: 255, count: 32), [1], largest + [0]] {
            #expect(throws: WebPushError.invalidPrivateKey) { try cryptography.keyPair(of: invalid) }
        }
    }

    @Test func `gives no keys without randomness`() throws {
        let cryptography = try Cryptography { [UInt8](repeating: 0, count: $0) }
        #expect(throws: WebPushError.failed) { try VAPIDKey.make(cryptography) }
    }

    @Test func `is named with its package when it is missing`() {
        for name in ["libcrypto-that-is-not-there.so.3", "libc.so.6"] {
            let error = #expect(throws: WebPushError.self) {
                try Cryptography(library: name) { [UInt8](repeating: 1, count: $0) }
            }
            #expect(error?.description.contains("install the package libssl3") == true)
            #expect(error?.description.contains("browsers get no reminders") == true)
            #expect(error?.description.contains(name) == true)
        }
    }
}

@Suite struct `The key of this service` {
    private let cryptography: Cryptography

    init() throws {
        cryptography = try .counting()
    }

    @Test func `is the same from what is kept`() throws {
        let key = try VAPIDKey.make(cryptography)
        let again = try VAPIDKey(privateKey: key.privateKey, cryptography)
        #expect(again.privateKey == key.privateKey)
        #expect(again.publicKey == key.publicKey)
        #expect(key.publicKey.count == 65)
        #expect(key.publicKey.first == 4)
    }

    @Test func `shows its public half alone`() throws {
        let key = try VAPIDKey.make(cryptography)
        #expect("\(key)" == "VAPIDKey(\(key.publicKey.base64URL))")
    }

    @Test func `signs what a push service is told`() throws {
        let key = try VAPIDKey.make(cryptography)
        for expires in [1_453_523_768, 1_453_523_769, 1_453_523_770] {
            let value = try key.authorization(
                audience: "https://push.example.net", expires: expires, subject: #"mailto:"a"@example.com"#)
            let match = try #require(
                value.wholeMatch(of: #/vapid t=([\w\-]+)\.([\w\-]+)\.([\w\-]+), k=([\w\-]+)/#))
            let header = #"{"typ":"JWT","alg":"ES256"}"#
            #expect(String(decoding: try bytes("\(match.1)"), as: UTF8.self) == header)
            let claims =
                #"{"aud":"https://push.example.net","exp":\#(expires),"sub":"mailto:\"a\"@example.com"}"#
            #expect(String(decoding: try bytes("\(match.2)"), as: UTF8.self) == claims)
            #expect(try bytes("\(match.4)") == key.publicKey)
            let signature = try bytes("\(match.3)")
            #expect(signature.count == 64)
            let signed = Array("\(match.1).\(match.2)".utf8)
            #expect(try isSignature(signature, of: signed, by: key.publicKey))
            #expect(try !isSignature(signature, of: signed + [0], by: key.publicKey))
        }
    }

    /// What openssl says of a signature.
    private func isSignature(
        _ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]
    ) throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signature-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Nothing is lost with a temporary folder that stays.
        defer { try? FileManager.default.removeItem(at: folder) }
        // RFC 5480 §2: the algorithm, the curve, the point.
        let prefix = try #require(
            [UInt8](hexadecimal: "3059301306072a8648ce3d020106082a8648ce3d030107034200"))
        try Data(prefix + publicKey).write(to: folder.appending(path: "key"))
        try Data(Self.der(signature)).write(to: folder.appending(path: "signature"))
        try Data(message).write(to: folder.appending(path: "message"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "dgst", "-sha256", "-keyform", "DER", "-verify", "key", "-signature", "signature",
            "message",
        ]
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Two numbers as ASN.1 has them (RFC 3279 §2.2.3).
    private static func der(_ signature: [UInt8]) -> [UInt8] {
        let numbers = [signature.prefix(32), signature.suffix(32)].flatMap { number -> [UInt8] in
            let digits = number.drop { $0 == 0 }
            let isNegative = (digits.first ?? 128) >= 128
            let content = (isNegative ? [0] : []) + digits
            return [2, UInt8(content.count)] + content
        }
        return [0x30, UInt8(numbers.count)] + numbers
    }

    @Test(arguments: [
        ("https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV", "https://push.example.net"),
        ("HTTPS://Push.Example.NET:443/p?q#f", "https://push.example.net"),
        ("https://push.example.net", "https://push.example.net"),
        ("https://push.example.net:8443?q", "https://push.example.net:8443"),
        ("http://127.0.0.1:80/", "http://127.0.0.1"), ("http://[::1]:8080/p", "http://[::1]:8080"),
        ("https://a:80/", "https://a:80"), ("ftp://a/", nil), ("https://", nil), ("https:///p", nil),
        ("https://user@a/", nil), ("", nil),
    ])
    func `is for the origin of an address`(endpoint: String, audience: String?) {
        #expect(VAPIDKey.audience(of: endpoint) == audience)
    }
}
