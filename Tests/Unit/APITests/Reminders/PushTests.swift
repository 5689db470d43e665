import Checklists
import Digest
import HTTP
import JSON
import Testing

@testable import API

@Suite struct `A push subscription` {
    private let service = Service()
    private let all = "/v1/push-subscriptions"

    private func body(_ endpoint: String = "https://push.example.org/a", key: [UInt8] = [4] + Array(1...64))
        -> String
    {
        let (key, auth) = (key.base64URL, [UInt8](repeating: 7, count: 16).base64URL)
        return #"{"endpoint": "\#(endpoint)", "keys": {"p256dh": "\#(key)", "auth": "\#(auth)"}}"#
    }

    @Test func `is made once for each device, and deleted`() async {
        let made = await service.post(all, body())
        #expect(made.status == 201 && made.fields[.location] == "\(all)/1")
        #expect(made["endpoint"] == "https://push.example.org/a" && made["deviceId"] == nil)
        #expect(!made.text.contains("auth") && !made.text.contains("secret"))
        service.pass(milliseconds: 5)
        let again = await service.post(all, body())
        #expect(again.text == made.text && again.fields[.etag] == made.fields[.etag])
        let renewed = await service.post(all, body(key: [4] + Array(2...65)))
        #expect(renewed["id"] == 1 && renewed["createdAt"] == made["createdAt"])
        #expect(renewed["updatedAt"] != made["updatedAt"])
        #expect(await service.get("\(all)/1").text == renewed.text)
        #expect(await service.get(all).text == "[\(renewed.text)]")
        #expect(await service.delete("\(all)/1", [.ifMatch: made.fields[.etag] ?? ""]).status == 412)
        #expect(await service.delete("\(all)/1").status == 204)
        #expect(await service.get("\(all)/1").status == 404)
        #expect(await service.get(all).text == "[]")
    }

    @Test func `is no webhook, and a webhook is none`() async {
        _ = await service.post(all, body())
        _ = await service.post("/v1/webhooks", #"{"url": "https://example.org/"}"#)
        #expect(await service.get("/v1/webhooks").fields[.xTotalCount] == "1")
        #expect(await service.get(all).fields[.xTotalCount] == "1")
        for path in ["/v1/webhooks/1", "/v1/webhooks/1/deliveries", "\(all)/2"] {
            #expect(await service.get(path).status == 404)
        }
        for path in ["/v1/webhooks/1/test", "/v1/webhooks/1/rotate-secret", "\(all)/2/test"] {
            #expect(await service.post(path, nil).status == 404)
        }
        #expect(await service.patch("/v1/webhooks/1", #"{"active": false}"#).status == 404)
        #expect(await service.delete("/v1/webhooks/1").status == 404)
        #expect(await service.delete("\(all)/2").status == 404)
    }

    @Test func `is shown a test, of which the delivery tells what became`() async {
        _ = await service.post(all, body())
        let sent = await service.post("\(all)/1/test", nil)
        #expect(sent.status == 201 && sent["webhookId"] == 1 && sent["status"] == "pending")
        #expect(await service.get(sent.fields[.location] ?? "").text == sent.text)
    }

    @Test(arguments: [
        "{}", #"{"endpoint": "https://a.example"}"#, #"{"endpoint": "https://a.example", "keys": null}"#,
        #"{"endpoint": "https://a.example", "keys": {"p256dh": "B+/=", "auth": 7}}"#,
        #"{"endpoint": "https://a.example", "keys": {}, "expirationTime": null}"#,
    ])
    func `is refused where it is none`(body: String) async {
        #expect(await service.post(all, body).status == 422)
    }

    @Test func `is refused with what is wrong with it named`() async {
        let zero = await service.post(all, body(key: [4] + [UInt8](repeating: 0, count: 64)))
        #expect(zero.status == 422 && zero.errors == ["/keys/p256dh: not-a-public-key"])
        let short = await service.post(all, body("ftp://a", key: [4]))
        #expect(short.status == 422)
        #expect(
            short.errors == ["/endpoint: not-a-url", "/keys/p256dh: not-a-public-key"])
    }

    @Test func `cannot be had where its push service takes nothing from here, which says why`() async {
        let answer = await service.post(all, body("https://wary.example.org/a"))
        #expect(answer.status == 501 && answer["type"] == "tag:checklistd,2026:no-push")
        #expect(answer["detail"] == "This server cannot send push messages: say who you are.")
        #expect(await service.get(all).text == "[]")
    }

    @Test func `cannot be had where nothing encrypts, which says why`() async {
        let service = Service(pushEncryption: MissingEncryption())
        let answers = [await service.post(all, body()), await service.get("\(all)/key")]
        for answer in answers {
            #expect(answer.status == 501 && answer["type"] == "tag:checklistd,2026:no-push")
            #expect(answer["detail"] == "This server cannot send push messages: there is no libcrypto.")
        }
        #expect(await service.get(all).text == "[]")
    }
}
