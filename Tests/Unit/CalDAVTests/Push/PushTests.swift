import Checklists
import HTTP
import MemoryStore
import Testing
import XML

@testable import CalDAV

extension XMLName {
    fileprivate static func p(_ local: String) -> XMLName { XMLName("https://bitfire.at/webdav-push", local) }
}

/// Encrypts nothing, and knows one key that is no point.
private struct PlainEncryption: PushEncryption {
    var isAvailable = true

    func publicKey() async throws -> [UInt8] {
        if !isAvailable { throw PushEncryptionError.unavailable("there is no libcrypto") }
        return [4, 1, 2]
    }

    func check(_ endpoint: String) async throws {
        if endpoint.contains("push.apple.com") { throw PushEncryptionError.unavailable("nobody is known") }
    }

    func encrypted(_ message: [UInt8], for target: Webhook.PushTarget) async throws -> [UInt8] {
        if target.publicKey.last == 0 { throw PushEncryptionError.invalidKey }
        return message
    }

    func authorization(for endpoint: String, until end: Timestamp) async throws -> String { "" }
}

/// What clients send, and what the draft has as an example, with elements taken out or put in.
private struct Registration {
    var subscription = [
        "push-resource": "https://up.example.net/yohd4yai5Phiz1wi", "content-encoding": "aes128gcm",
        "auth-secret": "BTBZMqHH6r4Tts7J_aSIgg",
    ]
    var key =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    var keyType = "p256dh"
    var trigger: String? = """
        <content-update><D:depth>infinite</D:depth></content-update><property-update><D:depth>0</D:depth>\
        <D:prop><D:displayname/><D:owner/></D:prop></property-update>
        """
    var expires: String? = "Wed, 20 Dec 2023 10:03:31 GMT"

    var text: String {
        let elements = subscription.sorted { $0.key < $1.key }.map { "<\($0)>\($1)</\($0)>\n" }
        return """
            <push-register xmlns="https://bitfire.at/webdav-push" xmlns:D="DAV:"><subscription>
            <web-push-subscription>\(elements.joined())
            <subscription-public-key type="\(keyType)">\(key)</subscription-public-key>
            </web-push-subscription></subscription>\(trigger.map { "<trigger>\($0)</trigger>" } ?? "")
            \(expires.map { "<expires>\($0)</expires>" } ?? "")</push-register>
            """
    }
}

@Suite struct `A calendar program that is notified` {
    /// 18 December 2023, two days before the registration of the draft's example ends.
    private static let now = Timestamp(milliseconds: 1_702_893_811_000)
    private static let push = CollectionPush(
        PlainEncryption(), secret: StoreSecret(bytes: Array(repeating: 7, count: 32)) ?? .drawn(),
        makeSecret: { Webhook.Secret(bytes: Array(repeating: 7, count: 32)) })
    private let client = Client(at: now, push: push)
    private let list = "\(Client.home)shop/"

    private func register(
        _ registration: Registration = Registration(), _ fields: Fields = [:], by client: Client? = nil
    ) async -> Answer {
        await (client ?? self.client).send(.post, list, fields, body: registration.text)
    }

    private var registrations: [Webhook] {
        get async throws {
            try await client.store.asFirst.webhooks(PageRequest(), .pushRegistration).elements
        }
    }

    private let properties = """
        <P:transports xmlns:P="https://bitfire.at/webdav-push"/>\
        <P:topic xmlns:P="https://bitfire.at/webdav-push"/>\
        <P:supported-triggers xmlns:P="https://bitfire.at/webdav-push"/>
        """

    @Test func `is told by which ways, and of what`() async throws {
        _ = await client.make("shop")
        let options = await client.send(.options, list)
        #expect(options.fields[.dav]?.hasSuffix(", webdav-push") == true)
        #expect(await client.send(.options, Client.home).fields[.dav]?.contains("push") == false)
        let found = await client.find(Client.home, depth: "1", properties)
        let transport = try #require(found.property(.p("transports"), of: list)?.child(.p("web-push")))
        let key = try #require(transport.child(.p("vapid-public-key")))
        #expect(key.text == "BAEC" && key.attribute(XMLName("", "type")) == "p256ecdsa")
        let topic = try #require(found.property(.p("topic"), of: list)?.text)
        #expect(topic.count == 22)
        let triggers = try #require(found.property(.p("supported-triggers"), of: list))
        #expect(triggers.child(.p("content-update"))?.child(.dav("depth"))?.text == "1")
        #expect(triggers.child(.p("property-update"))?.child(.dav("depth"))?.text == "0")
        // It is constant, and another one for each list.
        let again = await client.find(list, properties)
        #expect(again.property(.p("topic"), of: list)?.text == topic)
        _ = await client.make("other")
        let other = await client.find("\(Client.home)other/", properties)
        #expect(other.property(.p("topic"), of: "\(Client.home)other/")?.text != topic)
    }

    @Test func `is told nothing of it where it cannot be notified`() async throws {
        _ = await client.make("shop")
        let reader = client.signed(in: .first, .read)
        let others = [
            reader, Client(),
            Client(
                at: Self.now,
                push: CollectionPush(
                    PlainEncryption(isAvailable: false), secret: .drawn(),
                    makeSecret: { Webhook.Secret(bytes: Array(repeating: 7, count: 32)) })),
        ]
        for other in others {
            if other.store !== client.store { _ = await other.make("shop") }
            #expect(await other.send(.options, list).fields[.dav]?.contains("push") == false)
            let found = await other.find(list, properties)
            #expect(found.property(.p("topic"), of: list) == nil)
            #expect(await register(by: other).condition == .p("push-not-available"))
        }
        var apple = Registration()
        apple.subscription["push-resource"] = "https://web.push.apple.com/x"
        let refused = await register(apple)
        #expect(refused.status == 403 && refused.condition == .p("push-not-available"))
        #expect(try await registrations.isEmpty)
    }

    @Test func `registers as the example of the draft does, and again`() async throws {
        _ = await client.make("shop")
        let answer = await register()
        #expect(answer.status == 204 && answer.fields["Expires"] == "Wed, 20 Dec 2023 10:03:31 GMT")
        #expect(answer.fields[.location] == "http://localhost/dav/push/1/1")
        let made = try #require(try await registrations.first)
        #expect(made.url == "https://up.example.net/yohd4yai5Phiz1wi")
        #expect(made.registration?.target.publicKey.count == 65)
        #expect(made.registration?.target.authSecret.count == 16)
        #expect(made.triggers == [.contentUpdate, .propertyUpdate])
        var renewal = Registration()
        renewal.expires = "Thu, 21 Dec 2023 10:03:31 GMT"
        let renewed = await register(renewal, ["X-Forwarded-Proto": "https"])
        #expect(renewed.fields["Expires"] == "Thu, 21 Dec 2023 10:03:31 GMT")
        #expect(renewed.fields[.location] == "https://localhost/dav/push/1/1")
        #expect(try await registrations.count == 1)
    }

    @Test func `may leave out what DAVx5 does`() async throws {
        _ = await client.make("shop")
        var brief = Registration()
        brief.subscription["content-encoding"] = nil
        (brief.trigger, brief.expires) = (nil, nil)
        let answer = await register(brief)
        #expect(answer.status == 204 && answer.fields["Expires"] == "Mon, 25 Dec 2023 10:03:31 GMT")
        #expect(try await registrations.first?.triggers == [.contentUpdate, .propertyUpdate])
        brief.trigger = "<content-update><D:sync-level>1</D:sync-level></content-update>"
        brief.expires = "Sun, 18 Dec 2033 10:03:31 GMT"
        #expect(await register(brief).fields["Expires"] == "Wed, 17 Jan 2024 10:03:31 GMT")
        #expect(try await registrations.first?.triggers == [.contentUpdate])
    }

    @Test func `is refused what is no subscription`() async throws {
        _ = await client.make("shop")
        let faults: [(inout Registration) -> Void] = [
            { $0.subscription["push-resource"] = nil },
            { $0.subscription["push-resource"] = "up.example.net" },
            { $0.subscription["push-resource"] = "https://a:b@up.example.net/" },
            { $0.subscription["auth-secret"] = nil }, { $0.subscription["auth-secret"] = "BTBZ" },
            { $0.subscription["content-encoding"] = "aesgcm" }, { $0.key = "" }, { $0.key = "!" },
            { $0.key.removeLast() }, { $0.keyType = "x25519" },
            // It is no point.
            { $0.key = "BA" + String(repeating: "A", count: 85) },
            { $0.expires = "2023-12-20" }, { $0.expires = "Wed, 13 Dec 2023 10:03:31 GMT" },
        ]
        for (number, fault) in faults.enumerated() {
            var registration = Registration()
            fault(&registration)
            let answer = await register(registration)
            #expect(answer.status == 403 && answer.condition == .p("invalid-subscription"), "\(number)")
        }
        for trigger in ["", "<moon-update/>"] {
            var registration = Registration()
            registration.trigger = trigger
            let answer = await register(registration)
            #expect(answer.status == 403 && answer.condition == .p("no-supported-trigger"))
        }
        #expect(await client.send(.post, list, body: "<a/>").status == 400)
        #expect(await client.send(.post, list, body: "<a>").status == 400)
        #expect(await client.send(.post, list).status == 400)
        #expect(await client.send(.post, "\(Client.home)none/", body: Registration().text).status == 404)
        #expect(try await registrations.isEmpty)
    }

    @Test func `is registered no more when it says so, or has said until when`() async throws {
        _ = await client.make("shop")
        _ = await register()
        #expect(await client.send(.delete, "/dav/push/1/1").status == 204)
        for path in ["/dav/push/1/1", "/dav/push/1/x", "/dav/push/2/1"] {
            #expect(await client.send(.delete, path).status == 404)
        }
        _ = await register()
        let later = client.at(Self.now.advanced(by: .seconds(3 * 86_400)))
        #expect(await later.send(.delete, "/dav/push/1/2").status == 404)
        #expect(try await registrations.isEmpty)
    }

    @Test func `is its own affair`() async throws {
        _ = await client.make("shop")
        _ = await register()
        let ada = try await client.store.addPerson(named: "Ada", idempotencyKey: nil).value.id
        let hers = client.signed(in: ada)
        #expect(await hers.send(.delete, "/dav/push/1/1").status == 404)
        #expect(await hers.send(.delete, "/dav/push/\(ada)/1").status == 404)
        let shared = "/dav/calendars/\(ada)/list-1/"
        #expect(await hers.send(.post, shared, body: Registration().text).status == 404)
        _ = try await client.store.asFirst.putMember(
            ada, .view, on: Checklist.ID(rawValue: 1), ifMatch: nil)
        #expect(await hers.send(.post, shared, body: Registration().text).status == 204)
        // The list has one topic, whoever asks.
        let topic = await hers.find(shared, properties).property(.p("topic"), of: shared)?.text
        let own = await client.find(list, properties)
        #expect(topic != nil && topic == own.property(.p("topic"), of: list)?.text)
    }

    @Test func `is not notified of what it does itself`() async throws {
        _ = await client.make("shop")
        _ = await client.make("other")
        _ = await register()
        let quiet: Fields = ["Push-Dont-Notify": "\"https://elsewhere/dav/push/1/1\""]
        let all: Fields = ["Push-Dont-Notify": "*"]
        func isNotified() async throws -> Bool {
            let registration = try #require(try await registrations.first)
            let start = try #require(registration.position)
            let page = try await client.store.changes(after: start, limit: 1_000, for: .first)
            return !registration.triggers(of: page, after: start).isEmpty
        }
        #expect(await client.put("\(list)a.ics", uid: "a", ["SUMMARY:Milk"], quiet).status == 201)
        #expect(try await !isNotified())
        #expect(await client.put("\(list)a.ics", uid: "a", ["SUMMARY:Bread"], all).status == 204)
        #expect(try await !isNotified())
        var copy = all
        copy[.destination] = "\(Client.home)other/b.ics"
        #expect(await client.send(.move, "\(list)a.ics", copy).status == 201)
        #expect(try await !isNotified())
        #expect(await client.put("\(list)d.ics", uid: "d", ["SUMMARY:Tea"], quiet).status == 201)
        #expect(await client.send(.delete, "\(list)d.ics", quiet).status == 204)
        #expect(try await !isNotified())
        let rename = Client.document(
            "D:propertyupdate", "<D:set><D:prop><D:displayname>Shop</D:displayname></D:prop></D:set>")
        #expect(await client.send(.proppatch, list, all, body: rename).status == 207)
        #expect(try await !isNotified())
        for other: Fields in [
            [:], ["Push-Dont-Notify": "\"/dav/push/1/9\""], ["Push-Dont-Notify": "\"/dav/push/2/1\", x"],
        ] {
            _ = await client.put("\(list)c.ics", uid: "c", ["SUMMARY:Eggs"], other)
            #expect(try await isNotified())
        }
    }

    @Test func `is sent what the draft has`() throws {
        let update = CollectionUpdate(
            of: Checklist.ID(rawValue: 3), [.contentUpdate, .propertyUpdate],
            at: FeedPosition(after: Revision(rawValue: 10)))
        let bytes = Self.push.message(update, in: Epoch(rawValue: 5))
        let message = try XMLElement.parse(bytes, bytesMax: 4_000)
        #expect(message.name == .p("push-message"))
        #expect(
            message.children.map(\.name) == ["topic", "content-update", "property-update"].map(XMLName.p))
        #expect(message.child(.p("topic"))?.text == Self.push.topic(of: Checklist.ID(rawValue: 3)))
        let token = try #require(message.child(.p("content-update"))?.child(.dav("sync-token")))
        #expect(
            SyncToken(token.text, in: Epoch(rawValue: 5), of: update.checklistID)?.position == update.position
        )
        let content = CollectionUpdate(of: update.checklistID, [.contentUpdate], at: update.position)
        let brief = try XMLElement.parse(Self.push.message(content, in: Epoch(rawValue: 5)), bytesMax: 4_000)
        #expect(brief.children.map(\.name) == ["topic", "content-update"].map(XMLName.p))
    }
}
