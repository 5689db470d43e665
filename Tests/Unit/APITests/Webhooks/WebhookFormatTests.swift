import Checklists
import JSON
import Testing

@testable import API

@Suite struct `A webhook of another format` {
    private let service = Service()

    @Test func `is made with its text and shows it, but not what its receiver asks for`() async {
        let made = await service.post(
            "/v1/webhooks",
            #"""
            {"url": "https://example.org/hook", "format": "template", "authorization": "Bearer tk_1",
             "template": {"contentType": "application/json", "body": "{\"a\": \"{{item.text}}\"}"}}
            """#)
        #expect(made.status == 201 && made["format"] == "template" && made["authorization"] == "Bearer …")
        #expect(
            made["template"]
                == ["contentType": "application/json", "body": #"{"a": "{{item.text}}"}"#])
        #expect(!made.text.contains("tk_1"))
        let changed = await service.patch(
            "/v1/webhooks/1",
            #"{"template": {"contentType": "text/plain", "body": "{{title}}"}, "authorization": null}"#)
        #expect(changed["template"]["body"] == "{{title}}" && changed["authorization"] == .null)
        #expect(await service.patch("/v1/webhooks/1", #"{"format": "ntfy"}"#).status == 422)
        let none = await service.patch("/v1/webhooks/1", #"{"template": null}"#)
        #expect(none.status == 422 && none.errors == ["/template: wrong-type"])
    }

    @Test(arguments: [
        (#"{"text": {{title}}}"#, false), (#"{"text": "{{title}}"}"#, true), (#"[{{item.id}}]"#, true),
        (#"[{{list.id}}, {{late}}, {{item.important}}]"#, true), (#"["{{late}}{{item.id}}"]"#, true),
        (#"[-{{item.id}}]"#, false), (#"[{{id}}]"#, false), (#"{ {{late}}: 1}"#, false),
        (#"{"{{list.name}}": 1}"#, true), (#"["\\{{title}}"]"#, true), (#"["\{{title}}"]"#, false),
    ])
    func `is JSON whatever is filled in, where it says so`(body: String, isJSON: Bool) async throws {
        let template = Webhook.Template(contentType: "application/json", body: body)
        #expect(template.isJSONAsItSays == isJSON)
        #expect(Webhook.Template(body: body).isJSONAsItSays)
        guard isJSON else { return }
        let webhook = Webhook(
            id: Webhook.ID(rawValue: 1), url: "https://example.org/", description: "",
            events: [.reminderDue], format: .template(template), active: true,
            secret: Webhook.Secret(bytes: Array(0..<32)), createdAt: Service.start,
            updatedAt: Service.start, revision: .zero)
        #expect(throws: Never.self) {
            // A test is about no item.
            try JSONValue.parse(MessageWriter().test(webhook, Service.start))
        }
    }

    @Test func `is a webhook of the standard where nobody says`() async {
        let made = await service.post("/v1/webhooks", #"{"url": "https://ntfy.sh/topic"}"#)
        #expect(made["format"] == "standard" && made.json["template"] == nil)
        #expect(
            await service.patch(
                "/v1/webhooks/1", #"{"template": {"contentType": "text/plain", "body": "a"}}"#
            ).status == 409)
    }

    @Test(arguments: [
        (#""format": "fax""#, "/format: not-one-of"),
        (#""format": "ntfy""#, "/url: no-topic"),
        (#""format": "template""#, "/template: missing"),
        (#""template": {"body": "a"}"#, "/template: not-for-format"),
        (#""format": "template", "template": {}"#, "/template/body: missing"),
        (
            #""format": "template", "template": {"contentType": "application/json", "body": "{{title}"}"#,
            "/template/body: open-placeholder"
        ),
        (
            #""format": "template", "template": {"contentType": "application/json", "body": "{a}"}"#,
            "/template/body: not-json"
        ),
        (#""format": "template", "template": null"#, "/template: wrong-type"),
        (#""template": null"#, "/template: wrong-type"),
        (#""authorization": "a\nb""#, "/authorization: not-printable-ascii"),
    ])
    func `is refused with what is wrong with it named`(fields: String, error: String) async {
        let answer = await service.post("/v1/webhooks", #"{"url": "https://example.org/", \#(fields)}"#)
        #expect(answer.status == 422)
        #expect(answer.errors.first == error)
    }
}
