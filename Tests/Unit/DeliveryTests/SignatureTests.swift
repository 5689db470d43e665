import Checklists
import Delivery
import Testing

/// The vectors were checked with the reference implementation in Python (standardwebhooks 1.1.0).
@Suite struct `A signature` {
    static let key = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    static let oldKey = "whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="
    static let body =
        #"{"type":"reminder.due","timestamp":"2026-01-01T00:00:00.000Z","data":{"itemId":"#
        + #""7f1c9a52-0c1e-4f0e-9a43-5d1f0f6b2c11","title":"Café ☕","dueDate":"2026-01-01T00:00:00.000Z","#
        + #""late":false}}"#

    private func header(_ keys: String...) throws -> String {
        WebhookSignature.header(
            messageID: "msg_01JABCDEF0123456789ABCDEFG", seconds: 1_767_225_600, body: Array(Self.body.utf8),
            secrets: try keys.map { try #require(Webhook.Secret($0)) })
    }

    @Test func `is that of the standard`() throws {
        #expect(try header(Self.key) == "v1,U6dAqBFPpIXOo2Rapew9MG0aZD/Huagn5R5Hp9sYPnI=")
        #expect(try header(Self.oldKey) == "v1,h2aGvXBJj2ieW8tazCEYfMELbKgxUjh1lKrdMNjUKwo=")
    }

    @Test func `is one for each key`() throws {
        #expect(
            try header(Self.key, Self.oldKey)
                == "v1,U6dAqBFPpIXOo2Rapew9MG0aZD/Huagn5R5Hp9sYPnI= "
                + "v1,h2aGvXBJj2ieW8tazCEYfMELbKgxUjh1lKrdMNjUKwo="
        )
    }
}

@Suite struct `A secret` {
    @Test(arguments: [24, 25, 26, 32, 64])
    func `is read as it is written`(count: Int) throws {
        let secret = Webhook.Secret(bytes: (0..<UInt8(count)).map { 255 - $0 })
        #expect(Webhook.Secret(secret.text) == secret)
    }

    @Test(arguments: [
        "", "whsec_", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "WHSEC_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=",
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX GBkaGxwdHh8=",
        "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRY=",
        "whsec_" + String(repeating: "A", count: 87) + "=",
        "whsec____BAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f",
    ])
    func `is nothing else`(text: String) {
        #expect(Webhook.Secret(text) == nil)
    }

    @Test func `never shows itself`() {
        let secret = Webhook.Secret(bytes: [UInt8](repeating: 7, count: 24))
        #expect("\(secret)" == "whsec_…")
        #expect(String(reflecting: secret) == "whsec_…")
    }

    @Test func `signs for as long as it counts`() {
        var webhook = Webhook.example()
        #expect(webhook.secrets(at: .zero) == [webhook.secret])
        let old = Webhook.Secret(bytes: [UInt8](repeating: 9, count: 24))
        webhook.previousSecret = Webhook.Expiring(secret: old, until: .seconds(10))
        #expect(webhook.secrets(at: .seconds(9)) == [webhook.secret, old])
        #expect(webhook.secrets(at: .seconds(10)) == [webhook.secret])
    }
}
