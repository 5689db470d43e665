import Checklists
import HTTP
public import JSON
import Mail
import Testing

@testable import API

@Suite struct `A message of a format` {
    private static let moment = Timestamp(milliseconds: 1_767_225_600_000)
    private let writer = MessageWriter(pageAddress: "https://lists.example")

    private func reminder(
        _ text: String = "Milk", notes: String = "", important: Bool = false, list: String = "Groceries",
        dueIn seconds: Int64 = 0, late: Int64 = 0
    ) -> DueReminder {
        let moment = Self.moment
        let checklist = Checklist(
            id: Checklist.ID(rawValue: 3), name: list, icon: .folder, createdAt: moment, updatedAt: moment,
            revision: .zero)
        let item = Item(
            id: Item.ID(rawValue: 7), checklistID: checklist.id, text: text, notes: notes,
            important: important, dueDate: moment.advanced(byMilliseconds: seconds * 1_000),
            shouldRemind: true, position: 1, createdAt: moment, updatedAt: moment, revision: .zero)
        return DueReminder(
            occurrenceID: "rem_7_1", item: item, checklist: checklist, scheduledFor: moment,
            firedAt: moment.advanced(byMilliseconds: late * 1_000), late: late > 0)
    }

    private func webhook(_ format: Webhook.Format, _ url: String = "https://ntfy.sh/topic-1") -> Webhook {
        Webhook(
            id: Webhook.ID(rawValue: 1), url: url, description: "", events: [.reminderDue], format: format,
            active: true, secret: Webhook.Secret(bytes: Array(0..<32)), createdAt: Self.moment,
            updatedAt: Self.moment, revision: .zero)
    }

    private func json(_ reminder: DueReminder, _ format: Webhook.Format) throws -> JSONValue {
        try JSONValue.parse(writer.reminder(reminder, to: webhook(format)))
    }

    private func filled(
        _ reminder: DueReminder, _ body: String, as contentType: String = "text/plain"
    ) -> String {
        let format = Webhook.Format.template(Webhook.Template(contentType: contentType, body: body))
        return String(decoding: writer.reminder(reminder, to: webhook(format)), as: UTF8.self)
    }

    @Test func `of the standard is as it was`() {
        let reminder = reminder()
        #expect(writer.reminder(reminder, to: webhook(.standard)) == WebhookMessage.reminder(reminder))
    }

    @Test func `for ntfy says what, where and how urgent`() throws {
        let plain = try json(reminder(notes: "Two.\nBottles."), .ntfy)
        #expect(
            plain == [
                "title": "Milk", "message": "Groceries\n\nTwo.\nBottles.",
                "tags": ["alarm_clock"], "priority": 3,
                "click": "https://lists.example/#/lists/3/items/7",
            ])
        let late = try json(reminder(important: true, late: 7_200), .ntfy)
        #expect(late["priority"] == 4 && late["message"] == "Groceries · 2 hours overdue")
        let early = try json(reminder(dueIn: 900), .ntfy)
        #expect(early["message"] == "Groceries · due in 15 minutes")
    }

    @Test func `has links to do something about it, where the page is known`() throws {
        let links = MessageLinks(try #require(StoreSecret(bytes: Array(0..<32))))
        let writer = MessageWriter(pageAddress: "https://lists.example", links: links)
        let ntfy = try JSONValue.parse(writer.reminder(reminder(), to: webhook(.ntfy)))
        let actions = try #require(ntfy["actions"]?.array)
        #expect(actions.map { $0["label"] } == ["Done", "Remind me in 1 hour", "Remind me in 1 day"])
        for action in actions {
            #expect(action["action"] == "http" && action["method"] == "POST" && action["clear"] == true)
            #expect(action["url"]?.text?.hasPrefix("https://lists.example/act?link=") == true)
        }
        let target = Webhook.PushTarget(publicKey: [], authSecret: [])
        let push = try JSONValue.parse(writer.reminder(reminder(), to: webhook(.push(target))))
        let shown = try #require(push["notification"]?["actions"]?.array)
        #expect(shown.count == 3 && shown[0]["title"] == "Done")
        #expect(shown[0]["action"]?.text?.hasPrefix("/act?link=check.") == true)
        let template = Webhook.Template(body: "{{check.url}} {{snooze.url}}")
        let text = writer.reminder(reminder(), to: webhook(.template(template)))
        #expect(
            String(decoding: text, as: UTF8.self)
                == "\(try #require(actions[0]["url"]?.text)) \(try #require(actions[1]["url"]?.text))")
    }

    @Test(arguments: [(Role.view, 0), (.check, 1), (.edit, 3)])
    func `has links for what whoever gets it may do`(role: Role, count: Int) throws {
        let links = MessageLinks(try #require(StoreSecret(bytes: Array(0..<32))))
        let writer = MessageWriter(pageAddress: "https://lists.example", links: links)
        var reminder = reminder()
        reminder.checklist.members = [Member(.first, role)]
        let message = try JSONValue.parse(writer.reminder(reminder, to: webhook(.ntfy)))
        #expect((message["actions"]?.array ?? []).count == count)
    }

    @Test func `for ntfy is never so long that it becomes an attachment`() {
        let long = String(repeating: "\"é", count: 7_000)
        let message = writer.reminder(reminder(long, notes: long), to: webhook(.ntfy))
        #expect(message.count < 6_000)
        #expect(String(validating: message, as: UTF8.self) != nil)
    }

    @Test func `for a device is a notification with what a service worker needs`() throws {
        let target = Webhook.PushTarget(publicKey: [], authSecret: [])
        let message = try json(reminder(notes: "Two."), .push(target))
        #expect(message["web_push"] == 8030)
        let notification = try #require(message["notification"])
        #expect(notification["title"] == "Milk" && notification["body"] == "Groceries\nTwo.")
        #expect(notification["navigate"] == "https://lists.example/#/lists/3/items/7")
        #expect(notification["tag"] == "item-7" && notification["dir"] == "auto")
        #expect(
            notification["data"] == [
                "event": "reminder.due", "messageId": "rem_7_1", "itemId": 7, "checklistId": 3,
                "path": "/#/lists/3/items/7",
            ])
    }

    @Test(arguments: ["a", "\u{1}", "\"", "é", "👨‍👩‍👧‍👦"])
    func `for a device always fits`(character: String) {
        let long = String(repeating: character, count: 1_000)
        let target = Webhook.PushTarget(publicKey: [], authSecret: [])
        let message = writer.reminder(reminder(long, notes: long, list: long), to: webhook(.push(target)))
        #expect(message.count < 3_000)
        #expect((try? JSONValue.parse(message)) != nil)
    }

    @Test func `of one's own is filled in`() {
        let all = Webhook.Template.Placeholder.allCases.map { "{{\($0.rawValue)}}" }.joined(separator: "|")
        #expect(
            filled(reminder(notes: "Two."), all)
                == "reminder.due|rem_7_1|2026-01-01T00:00:00.000Z|Milk|Groceries|2026-01-01T00:00:00.000Z"
                + "|false|https://lists.example/#/lists/3/items/7|||7|Milk|Two.|false||3|Groceries")
        let test = writer.test(webhook(.template(Webhook.Template(body: all))), Self.moment)
        #expect(
            String(decoding: test, as: UTF8.self)
                == "webhook.test||2026-01-01T00:00:00.000Z|Checklists|This is a test.||false|"
                + "https://lists.example/||||||false|||")
    }

    @Test(arguments: [
        ("text/plain", #"a "b" & <c>"#), ("application/json", #"a \"b\" & <c>"#),
        ("application/cloudevents+json; a=b", #"a \"b\" & <c>"#),
        ("text/html", "a &quot;b&quot; &amp; &lt;c&gt;"),
        ("application/atom+xml", "a &quot;b&quot; &amp; &lt;c&gt;"),
        ("application/x-www-form-urlencoded", "a%20%22b%22%20%26%20%3Cc%3E"),
    ])
    func `of one's own is escaped as its type asks`(type: String, text: String) {
        #expect(filled(reminder(#"a "b" & <c>"#), "{{item.text}}", as: type) == text)
    }

    @Test func `of one's own is escaped whatever follows`() {
        #expect(
            filled(reminder("\"\u{301}<\u{338}"), "{{title}}", as: "text/html")
                == "&quot;\u{301}&lt;\u{338}")
        #expect(filled(reminder("\"\u{301}"), "{{title}}", as: "application/json") == "\\\"\u{301}")
    }

    @Test func `of one's own is cut to fit, and stays what it is`() throws {
        let long = String(repeating: "\"é", count: 7_000)
        let body = "[" + Array(repeating: #""{{item.notes}}""#, count: 100).joined(separator: ",") + "]"
        let message = filled(reminder(notes: long), body, as: "application/json")
        #expect(message.utf8.count <= 20_000 && message.utf8.count > 5_000)
        #expect(try JSONValue.parse(Array(message.utf8)) != nil)
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "text/html", "application/json"])
    func `of one's own is cut to fit with as many placeholders as it can have`(type: String) {
        let long = String(repeating: "<é", count: 2_000)
        let body = String(repeating: "{{item.notes}}", count: 714)
        let message = filled(reminder(notes: long), body, as: type)
        let one = filled(reminder(notes: "<é"), "{{item.notes}}", as: type)
        #expect(message.utf8.count <= 20_000 && message.utf8.count > 5_000)
        #expect(message.replacing(one, with: "").allSatisfy { "<é%3C&lt;".contains($0) })
    }

    private func mail(_ reminder: DueReminder, by writer: MessageWriter? = nil) throws -> MailContent {
        let target = Webhook.EmailTarget(address: "ada@example.org", confirmedAt: Self.moment)
        let written = (writer ?? self.writer).reminder(reminder, to: webhook(.email(target)))
        #expect(written.count <= 20_000)
        return try #require(MailContent(json: written))
    }

    @Test func `by mail says it as text and in HTML`() throws {
        let content = try mail(reminder("Milk & <b>", notes: "Two.\r\n<Bottles>\n", late: 7_200))
        #expect(content.subject == "Milk & <b>" && content.listUnsubscribe == nil)
        #expect(
            content.text
                == "Groceries · 2 hours overdue\n\nTwo.\r\n<Bottles>\n\n"
                + "Open list:\nhttps://lists.example/#/lists/3/items/7\n")
        #expect(
            content.html == """
                <!doctype html>
                <html lang="en">
                <head><meta charset="utf-8"><title>Milk &amp; &lt;b&gt;</title></head>
                <body>
                <p dir="auto">Groceries · 2 hours overdue</p>
                <p dir="auto">Two.<br>
                &lt;Bottles&gt;</p>
                <ul>
                <li><a href="https://lists.example/#/lists/3/items/7">Open list</a></li>
                </ul>
                </body>
                </html>

                """)
    }

    @Test func `by mail has links to do something about it, and to end it`() throws {
        let links = MessageLinks(try #require(StoreSecret(bytes: Array(0..<32))))
        let content = try mail(
            reminder(), by: MessageWriter(pageAddress: "https://lists.example", links: links))
        let html = try #require(content.html)
        let linked = html.matches(of: /<a href="(https:[^"]+)">([^<]+)<\/a>/)
        #expect(
            linked.map(\.2) == [
                "Done", "Remind me in 1 hour", "Remind me in 1 day", "Open list", "Unsubscribe",
            ])
        for link in linked.dropLast() { #expect(content.text.contains("\(link.2):\n\(link.1)\n")) }
        #expect(content.listUnsubscribe.map { $0[...] } == linked.last?.1)
        #expect(content.listUnsubscribe?.hasPrefix("https://lists.example/act?link=end.1.") == true)
        #expect(content.listUnsubscribe?.contains("example.org") == false)
    }

    @Test(arguments: ["a", "&", "\"", "é", "👨‍👩‍👧‍👦"])
    func `by mail always fits`(character: String) throws {
        let long = String(repeating: character, count: 1_000)
        let notes = String(repeating: character + "\n", count: 10_000)
        let content = try mail(reminder(long, notes: notes, list: long))
        #expect(content.subject.utf8.count <= 250 && !content.subject.isEmpty)
        // What the subject has no room for stands below it.
        #expect(content.text.hasPrefix(content.subject))
        #expect(content.text.contains(character + "\n" + character))
    }

    @Test func `tells changes in words`() throws {
        let reminder = reminder()
        let notices: [(Webhook.Event, ChangeNotice.Subject, String, String)] = [
            (.itemCreated, .item(reminder.item), "Item added", "Milk"),
            (.itemDeleted, .itemRemoved(reminder.item.id, from: reminder.checklist.id), "Item deleted", ""),
            (.checklistUpdated, .checklist(reminder.checklist), "List changed", "Groceries"),
            (.checklistDeleted, .checklistRemoved(reminder.checklist.id), "List deleted", ""),
            (.memberDeleted, .memberRemoved(.first, from: reminder.checklist.id), "Member removed", ""),
        ]
        for (event, subject, title, text) in notices {
            let notice = ChangeNotice(event: event, subject: subject, at: Self.moment, messageID: "chg_1")
            let told = try JSONValue.parse(writer.change(notice, to: webhook(.ntfy)))
            #expect(told["title"] == .string(title))
            #expect(told["message"] == .string(text.isEmpty ? title : text))
            #expect(told["tags"] == ["clipboard"])
        }
    }

    @Test func `has no links where nobody knows the page`() throws {
        let writer = MessageWriter()
        let ntfy = try JSONValue.parse(writer.reminder(reminder(), to: webhook(.ntfy)))
        #expect(ntfy["click"] == nil)
        let target = Webhook.PushTarget(publicKey: [], authSecret: [])
        let push = try JSONValue.parse(writer.reminder(reminder(), to: webhook(.push(target))))
        #expect(push["notification"]?["navigate"] == "/#/lists/3/items/7")
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// An object with these members, in that order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0, $1) })
    }
    /// An array of these elements.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
