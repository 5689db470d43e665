import Foundation
import Mail
import Testing

extension MailMessage {
    /// A reminder to Ada.
    static func example() throws -> MailMessage {
        MailMessage(
            from: try MailAddress("lists@example.org", name: "Checklists"),
            to: try MailAddress("ada@example.net"), subject: "Bins out", text: "Bins out\nToday, 18:00",
            id: "dlv_42.1", secondsSince1970: 1_796_140_799)
    }

    /// The lines that it is made of.
    func lines() throws -> [String] {
        let text = String(decoding: try content(), as: UTF8.self)
        #expect(text.hasSuffix("\r\n"))
        return text.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}

@Suite struct `A message` {
    @Test func `is written as mail servers take it`() throws {
        #expect(
            try MailMessage.example().lines() == [
                "Date: Tue, 01 Dec 2026 15:59:59 +0000", "From: \"Checklists\"", " <lists@example.org>",
                "To: ada@example.net", "Message-ID: <dlv_42.1@example.org>", "Subject: Bins out",
                "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
                "QmlucyBvdXQNClRvZGF5LCAxODowMA==",
            ])
    }

    @Test func `has its text and the same in HTML`() throws {
        var message = try MailMessage.example()
        message.html = "<p>Bins out</p>"
        message.listUnsubscribe = "https://example.org/stop?a=1"
        #expect(
            try message.lines().dropFirst(7) == [
                "List-Unsubscribe: <https://example.org/stop?a=1>",
                "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "MIME-Version: 1.0",
                "Content-Type: multipart/alternative; boundary=\"=_alternative\"", "", "--=_alternative",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
                "QmlucyBvdXQNClRvZGF5LCAxODowMA==", "--=_alternative",
                "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: base64", "",
                "PHA+QmlucyBvdXQ8L3A+", "--=_alternative--",
            ])
    }

    @Test func `is the same when it is made again`() throws {
        #expect(try MailMessage.example().content() == MailMessage.example().content())
    }

    @Test(arguments: [
        ("", "Subject: "), ("Bins out", "Subject: Bins out"), ("Bücher", "Subject: =?utf-8?B?QsO8Y2hlcg==?="),
        // What would be taken for an encoded word, or lose its spaces.
        ("=?utf-8?B?QQ==?=", "Subject: =?utf-8?B?PT91dGYtOD9CP1FRPT0/PQ==?="),
        (" a", "Subject: =?utf-8?B?IGE=?="), ("a ", "Subject: =?utf-8?B?YSA=?="),
    ])
    func `has a subject in any letters`(subject: String, line: String) throws {
        var message = try MailMessage.example()
        message.subject = subject
        #expect(try message.lines()[5] == line)
    }

    @Test func `cuts no character of a long subject`() throws {
        var message = try MailMessage.example()
        message.subject = String(repeating: "日本語🎉é", count: 20)
        let lines = try message.lines()
        let words = try lines[5...].filter { $0.contains("=?utf-8?B?") }.map { line in
            let match = try #require(line.wholeMatch(of: #/(?:Subject:)? =\?utf-8\?B\?([^?]+)\?=/#))
            let bytes = try #require(Data(base64Encoded: String(match.1)))
            return try #require(String(data: bytes, encoding: .utf8))
        }
        #expect(words.count > 1)
        #expect(words.joined() == message.subject)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    }

    @Test func `writes no line that servers do not take`() throws {
        var message = try MailMessage.example()
        for text in [
            "", ".", "\n.\n", "a\r\n.\r\nb", String(repeating: "x", count: 5_000), "\0\u{7F}\u{2028}",
        ] {
            message.text = text
            message.html = text
            message.subject = String(repeating: "x", count: 500)
            let lines = try message.lines()
            #expect(lines.allSatisfy { !$0.hasPrefix(".") && $0.utf8.count <= 76 })
            #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        }
    }

    @Test func `ends each line of a text as texts do`() throws {
        var messages = [MailMessage](repeating: try .example(), count: 3)
        messages[1].text = "Bins out\rToday, 18:00"
        messages[2].text = "Bins out\r\nToday, 18:00"
        #expect(try Set(messages.map { try $0.content() }).count == 1)
    }

    @Test(arguments: ["a\r\nBcc: eve@example.com", "a\nb", "a\rb", "a\0", "a\u{7F}", "a\u{85}b", "\t"])
    func `cannot be given further fields`(text: String) throws {
        var message = try MailMessage.example()
        message.subject = text
        #expect(throws: MailError.controlCharacter(part: "subject")) { try message.content() }
        #expect(throws: MailError.controlCharacter(part: "display name")) {
            try MailAddress("ada@example.net", name: text)
        }
        message = try .example()
        message.id = text
        #expect(throws: MailError.invalidID) { try message.content() }
        message = try .example()
        message.listUnsubscribe = "https://a/\(text)"
        #expect(throws: MailError.invalidUnsubscription) { try message.content() }
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", "a b", "a@b", "a>", "é"])
    func `has a name that is a word`(id: String) throws {
        var message = try MailMessage.example()
        message.id = id
        #expect(throws: MailError.invalidID) { try message.content() }
    }

    @Test(arguments: ["", "mailto:a@b", "https://a b", "https://a>", "https://é"])
    func `names a page to end it`(page: String) throws {
        var message = try MailMessage.example()
        message.listUnsubscribe = page
        #expect(throws: MailError.invalidUnsubscription) { try message.content() }
    }
}

@Suite struct `An address of mail` {
    @Test(arguments: [
        "ada@example.org", "a@b", "ada.lovelace+lists@mail.example.org",
        "o'neil_!#$%&*/=?^`{|}~-@example.org",
        "ada@xn--bcher-kva.example",
    ])
    func `can be one`(text: String) throws {
        let address = try MailAddress(text)
        #expect(address.address == text)
        #expect(address.name == nil)
        #expect("\(address)" == text)
        #expect(try MailAddress(written: text) == address)
        #expect(address.domain == text.split(separator: "@")[1])
    }

    @Test(arguments: [
        "", "ada", "@example.org", "ada@", "ada@@example.org", "ada@b@c", ".ada@example.org",
        "a..b@example.org",
        "ada.@example.org", "ada@.org", "ada@example.", "ada@-a.org", "ada@a-.org", "ada@exa_mple.org",
        "a da@example.org", "ada@example.org ", "\"ada\"@example.org", "ada@[127.0.0.1]", "ädä@example.org",
        "ada@bücher.example", "<ada@example.org>x", "ada@example.org>\r\nRCPT TO:<eve@example.org",
        "ada\r\n@example.org", "ada\0@example.org", "a(b)@example.org", "a,b@example.org", "a:b@example.org",
        String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "a", count: 64) + ".org",
        "a@" + String(repeating: "a.", count: 126) + "a",
    ])
    func `cannot be anything`(text: String) {
        #expect(throws: MailError.invalidAddress) { try MailAddress(text) }
    }

    @Test func `has a name, as people write it`() throws {
        let address = try MailAddress(written: "Ada \"Countess\" <ada@example.org>")
        #expect(address.name == "Ada \"Countess\"")
        #expect(address.address == "ada@example.org")
        #expect("\(address)" == "Ada \"Countess\" <ada@example.org>")
        var message = try MailMessage.example()
        message.to = address
        #expect(try message.lines()[3...4] == ["To: \"Ada \\\"Countess\\\"\"", " <ada@example.org>"])
        message.to = try MailAddress("ada@example.org", name: "Ådå")
        #expect(try message.lines()[3...4] == ["To: =?utf-8?B?w4Vkw6U=?=", " <ada@example.org>"])
        #expect(try MailAddress(written: "<ada@example.org>").name == nil)
        #expect(throws: MailError.invalidAddress) { try MailAddress(written: "Ada ada@example.org>") }
        #expect(throws: MailError.controlCharacter(part: "display name")) {
            try MailAddress(written: "Ada\r\nBcc: eve@example.com <ada@example.org>")
        }
    }
}
