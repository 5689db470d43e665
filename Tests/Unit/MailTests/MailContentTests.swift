import Mail
import Testing

@Suite struct `What a message says` {
    @Test(arguments: [
        MailContent(subject: "", text: ""),
        MailContent(subject: "Milk ☕", text: "a\n\"b\"\\\u{0}", html: "<p>a</p>"),
        MailContent(
            subject: "Milk", text: "a", html: "<p>a</p>", listUnsubscribe: "https://example.org/stop"),
    ])
    func `waits as JSON`(content: MailContent) {
        #expect(MailContent(json: content.json) == content)
    }

    @Test(arguments: ["", "[]", "{}", #"{"subject": "Milk"}"#, #"{"subject": 1, "text": ""}"#, "\u{7}"])
    func `is read from nothing else`(json: String) {
        #expect(MailContent(json: Array(json.utf8)) == nil)
    }

    @Test func `becomes a message`() throws {
        let content = MailContent(subject: "Milk", text: "a", html: "b", listUnsubscribe: "https://a.example")
        let (from, to) = (try MailAddress("lists@example.org"), try MailAddress("ada@example.net"))
        #expect(
            MailMessage(content, from: from, to: to, id: "rem_1", secondsSince1970: 7)
                == MailMessage(
                    from: from, to: to, subject: "Milk", text: "a", html: "b", id: "rem_1",
                    secondsSince1970: 7, listUnsubscribe: "https://a.example"))
    }

    @Test func `is not ended by programs where others could read along`() throws {
        var message = try MailMessage.example()
        message.listUnsubscribe = "http://127.0.0.1:8080/stop"
        let lines = try message.lines()
        #expect(lines.contains("List-Unsubscribe: <http://127.0.0.1:8080/stop>"))
        #expect(!lines.contains { $0.hasPrefix("List-Unsubscribe-Post") })
    }
}
