import Checklists
import Testing

@Suite struct `A template` {
    @Test func `is parted at its placeholders`() throws {
        let parts = try Webhook.Template(body: "a{{event}}{{ item.text }}{b}}c").parts()
        #expect(
            parts == [.text("a"), .placeholder(.event), .placeholder(.itemText), .text("{b}}c")])
        #expect(try Webhook.Template(body: "").parts().isEmpty)
        // Marks and skin tones make one character with what is before them.
        #expect(
            try Webhook.Template(body: "{{event}}\u{1F3FB}{{id}}\u{301}").parts()
                == [.placeholder(.event), .text("\u{1F3FB}"), .placeholder(.id), .text("\u{301}")])
    }

    @Test(arguments: ["{{colour}}", "{{}}", "{{ }}", "{{event", "{{{{event}}}}", "{{item text}}"])
    func `has no others`(body: String) {
        #expect(throws: Webhook.Template.PlaceholderError.self) {
            _ = try Webhook.Template(body: body).parts()
        }
    }

    @Test(
        arguments: [
            ("https://ntfy.sh/a-B_9", "a-B_9"), ("https://example.org/ntfy/topic", "topic"),
            ("https://ntfy.sh/", nil), ("https://ntfy.sh", nil), ("https://ntfy.sh/topic/", nil),
            ("https://ntfy.sh/topic?auth=x", nil), ("https://ntfy.sh/a%20b", nil),
            ("https://ntfy.sh/" + String(repeating: "a", count: 65), nil),
        ] as [(String, String?)])
    func `is not needed where an address ends with a topic`(url: String, topic: String?) {
        #expect(url.ntfyTopic == topic)
    }

    @Test func `keeps what a receiver asks for to itself`() throws {
        let token = try #require(Webhook.Authorization("Bearer tk_secret"))
        #expect("\(token)" == "Bearer …" && "\(String(reflecting: token))" == "Bearer …")
        #expect(try #require(Webhook.Authorization("secret")).description == "…")
        for value in ["", "a\nb", "é", " a", String(repeating: "a", count: 1_001)] {
            #expect(Webhook.Authorization(value) == nil)
        }
    }
}
