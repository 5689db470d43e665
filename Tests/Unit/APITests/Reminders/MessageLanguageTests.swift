import Checklists
import HTTP
import JSON
import Mail
import Testing

@testable import API

@Suite struct `What a message is written in` {
    private static let moment = Timestamp(milliseconds: 1_767_225_600_000)

    private func reminder(lateBySeconds: Int64 = 0, dueInSeconds: Int64 = 0) -> DueReminder {
        let moment = Self.moment
        let checklist = Checklist(
            id: Checklist.ID(rawValue: 3), name: "Courses", icon: .folder, createdAt: moment,
            updatedAt: moment, revision: .zero)
        let item = Item(
            id: Item.ID(rawValue: 7), checklistID: checklist.id, text: "Lait",
            dueDate: moment.advanced(byMilliseconds: dueInSeconds * 1_000), shouldRemind: true, position: 1,
            createdAt: moment, updatedAt: moment, revision: .zero)
        return DueReminder(
            occurrenceID: "rem_7_1", item: item, checklist: checklist, scheduledFor: moment,
            firedAt: moment.advanced(byMilliseconds: lateBySeconds * 1_000), late: lateBySeconds > 0)
    }

    private func message(
        _ reminder: DueReminder, as format: Webhook.Format, in language: Language
    ) throws -> [UInt8] {
        let secret = try #require(StoreSecret(bytes: Array(0..<32)))
        let writer = MessageWriter(pageAddress: "https://lists.example", links: MessageLinks(secret))
        let webhook = Webhook(
            id: Webhook.ID(rawValue: 1), url: "https://ntfy.sh/topic-1", description: "",
            events: [.reminderDue], format: format, language: language, active: true,
            secret: Webhook.Secret(bytes: Array(0..<32)), createdAt: Self.moment, updatedAt: Self.moment,
            revision: .zero)
        return writer.reminder(reminder, to: webhook)
    }

    @Test(arguments: Language.allCases.filter { $0 != .english })
    func `has every phrase, with a place for the same values`(language: Language) {
        for phrase in Phrase.allCases {
            let words = language.phrases[phrase]
            #expect(words?.contains("{0}") == phrase.rawValue.contains("{0}"), "\(phrase)")
        }
    }

    @Test(arguments: [
        (Language.english, ["Done", "Remind me in 1 hour", "Remind me in 1 day"], "2 hours overdue"),
        (
            .french, ["Terminé", "Me le rappeler dans 1 heure", "Me le rappeler dans 1 jour"],
            "en retard de 2 heures"
        ),
        (.german, ["Erledigt", "Erinnern in 1 Stunde", "Erinnern in 1 Tag"], "seit 2 Stunden überfällig"),
        (.japanese, ["完了", "1時間後に再通知", "1日後に再通知"], "期限から2時間経過"),
    ])
    func `is the language of its receiver`(language: Language, labels: [String], late: String) throws {
        let reminder = reminder(lateBySeconds: 7_200)
        let ntfy = try JSONValue.parse(message(reminder, as: .ntfy, in: language))
        #expect(ntfy["message"] == .string("Courses · \(late)"))
        #expect((ntfy["actions"]?.array ?? []).map { $0["label"] } == labels.map(JSONValue.string))
        let target = Webhook.PushTarget(publicKey: [], authSecret: [])
        let push = try JSONValue.parse(message(reminder, as: .push(target), in: language))["notification"]
        #expect(push?["lang"] == .string(language.rawValue))
        #expect((push?["actions"]?.array ?? []).map { $0["title"] } == labels.map(JSONValue.string))
        let email = Webhook.EmailTarget(address: "ada@example.org", confirmedAt: Self.moment)
        let mail = try #require(MailContent(json: message(reminder, as: .email(email), in: language)))
        #expect(mail.html?.contains("<html lang=\"\(language.rawValue)\">") == true)
        for label in labels { #expect(mail.text.contains("\(label):\n")) }
    }

    @Test(arguments: [
        (60, "in 1 Minute"), (90 * 60, "in 2 Stunden"), (3_600, "in 1 Stunde"), (3 * 86_400, "in 3 Tagen"),
    ])
    func `counts as people do`(seconds: Int64, ahead: String) throws {
        let early = try JSONValue.parse(message(reminder(dueInSeconds: seconds), as: .ntfy, in: .german))
        #expect(early["message"] == .string("Courses · fällig \(ahead)"))
    }

    @Test(arguments: [
        ("de-CH, en;q=0.8", "de", "Als erledigt markieren?"),
        ("nl, fr;q=0.9, en;q=0.8", "fr", "Marquer comme terminé ?"),
        ("de;q=0.1, fr;q=0.9", "fr", "Marquer comme terminé ?"),
        ("ja", "ja", "完了にしますか？"), ("nl", "en", "Mark as done?"), ("", "en", "Mark as done?"),
    ])
    func `is the language of who follows its link`(accepted: String, tag: String, words: String) async throws
    {
        let links = MessageLinks(try #require(StoreSecret(bytes: Array(0..<32))))
        let service = Service(links: links)
        let list = try await service.store.asFirst.addChecklist(
            ChecklistDraft(name: "Courses"), idempotencyKey: nil
        )
        .value
        let item = try await service.store.asFirst.addItem(
            ItemDraft(text: "Lait"), to: list.id, idempotencyKey: nil
        )
        .value
        let path = links.path(of: .check(item.id, item.revision), for: .first, at: Service.start)
        let page = await service.send(.get, path, nil, [.acceptLanguage: accepted])
        #expect(page.status == 200)
        #expect(page.text.contains("<html lang=\(tag)>") && page.text.contains("<p>\(words)</p>"))
    }

    @Test func `is said where somebody asks for messages`() async {
        let service = Service()
        let url = #""url": "https://ntfy.sh/topic-1""#
        let app = await service.post("/v1/webhooks", #"{\#(url), "format": "ntfy"}"#)
        #expect(app["language"] == "en")
        let changed = await service.patch("/v1/webhooks/1", #"{"language": "ja"}"#)
        #expect(changed.status == 200 && changed["language"] == "ja")
        let program = await service.post("/v1/webhooks", #"{\#(url)}"#)
        #expect(program.status == 201 && !program.text.contains("language"))
        #expect(await service.patch("/v1/webhooks/2", #"{"language": "ja"}"#).status == 409)
        for wrong in [
            #""language": "ja""#, #""format": "ntfy", "language": "nl""#,
            #""format": "ntfy", "language": null"#,
        ] {
            let refused = await service.post("/v1/webhooks", "{\(url), \(wrong)}")
            #expect(refused.status == 422 && refused.text.contains("\"/language\""), "\(wrong)")
        }
    }
}
