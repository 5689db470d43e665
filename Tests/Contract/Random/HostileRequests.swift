import Checklists
import Dates
import StoreFixtures

/// Requests with extreme and invalid values. A store must store them unchanged or refuse them.
enum HostileRequests {
    static let list = Checklist.ID(rawValue: 1)
    static let item = Item.ID(rawValue: 1)
    static let webhook = Webhook.ID(rawValue: 1)

    static let texts = [
        "", " ", "\0", "a\0b", "\u{1}", "\u{7F}", "\u{85}", "\u{FEFF}", "\u{200B}", "\u{2028}", "\u{202E}b",
        "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{300}", "\\", "%", "_", "\\u0000", "'; DROP TABLE items; --",
        "\"}{[,", "e" + String(repeating: "\u{301}", count: 300), "👨‍👩‍👧‍👦", "İIıi", "ﬀ",
        String(repeating: "x", count: 70_000),
    ]

    static let numbers = [Int.min, -1, 0, 1, 1 << 53, Int.max - 1, Int.max]

    static let moments = [
        Timestamp(milliseconds: .min), Timestamp.earliest + -1, Timestamp.earliest, Timestamp.latest,
        Timestamp.latest + 1,
        // The bounds of PostgreSQL's timestamps and their neighbours.
        Timestamp(milliseconds: -210_866_803_200_001), Timestamp(milliseconds: 9_224_318_015_999_999),
        Timestamp(milliseconds: 9_224_318_016_000_000), Timestamp(milliseconds: .max),
    ]

    static let days = [Int.min, -719_163, -719_162, 2_932_896, 2_932_897, Int.max]
        .map(CivilDate.init(daysSince1970:))

    static let degrees = [
        Double.nan, .infinity, -.infinity, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 90,
    ]

    static let daily = (try? RecurrenceRule("FREQ=DAILY")).map { Recurrence($0) }

    /// Adds the objects that the requests refer to.
    static func prepare(_ contract: Contract) async throws {
        for name in ["Groceries", "Liste 2", "éclair"] { _ = try await contract.list(name) }
        for (number, text) in ["Milk", "ẞ", "Cheese", "Bread"].enumerated() {
            try await contract.item(text, on: list) { draft in
                draft.dueDate = contract.later(Int64(number) * 1_000 + 1_000)
                draft.shouldRemind = true
                draft.important = number == 1
            }
        }
        let webhook = try await contract.webhook()
        _ = try await contract.deliveries(3, for: webhook)
    }

    static let partsCount = 8

    /// The requests of one of the parts.
    static func part(_ number: Int) -> ArraySlice<StoreRequest> {
        let all = all
        let size = (all.count + partsCount - 1) / partsCount
        return all.dropFirst(number * size).prefix(size)
    }

    /// Every request with every value.
    private static var all: [StoreRequest] {
        var requests: [StoreRequest] = []
        for text in texts { requests += lists(text) + items(text) + others(text) + queries(text) }
        for moment in moments { requests += dates(moment) }
        for day in days { requests += dates(day) }
        for number in numbers { requests += identifiers(number) + amounts(number) }
        for angle in degrees { requests += locations(angle) }
        return requests
    }

    private static func shown(_ text: String) -> String { String(text.debugDescription.prefix(40)) }
}

// MARK: Texts

extension HostileRequests {
    private static func lists(_ text: String) -> [StoreRequest] {
        var draft = ChecklistDraft(name: "List")
        draft.collection = CalendarCollection(name: text)
        let named = draft
        draft.collection = CalendarCollection(properties: [
            DeadProperty(namespace: text, name: text, value: text)
        ])
        let described = draft
        var copy = ChecklistCopy()
        copy.name = text
        let copied = copy
        return [
            StoreRequest("add a list called \(shown(text))") {
                try await $0.asFirst.addChecklist(ChecklistDraft(name: text), idempotencyKey: nil).value
            },
            StoreRequest("add a collection called \(shown(text))") {
                try await $0.asFirst.addChecklist(named, idempotencyKey: nil).value
            },
            StoreRequest("add a collection with the property \(shown(text))") {
                try await $0.asFirst.addChecklist(described, idempotencyKey: nil).value
            },
            StoreRequest("call a list \(shown(text))") {
                try await $0.asFirst.updateChecklist(list, ChecklistPatch(name: text), ifMatch: nil)
            },
            StoreRequest("add a section called \(shown(text))") {
                try await $0.asFirst.addSection(named: text, to: list, idempotencyKey: nil).value
            },
            StoreRequest("rename a tag to \(shown(text))") {
                try await $0.asFirst.renameTag("tag", to: text)
            },
            StoreRequest("call a copy \(shown(text))") {
                try await $0.asFirst.copyChecklist(list, copied, idempotencyKey: nil).value
            },
            StoreRequest("import a list called \(shown(text))") {
                let imported = ImportedChecklist(ChecklistDraft(name: text), items: [])
                return try await $0.asFirst.importChecklists([imported], idempotencyKey: nil).value.checklists
            },
        ]
    }

    private static func items(_ text: String) -> [StoreRequest] {
        var drafts: [(String, ItemDraft)] = [("text", ItemDraft(text: text))]
        func add(_ name: String, _ fill: (inout ItemDraft) -> Void) {
            var draft = ItemDraft(text: "Item")
            fill(&draft)
            drafts.append((name, draft))
        }
        add("uid") { $0.uid = text }
        add("notes") { $0.notes = text }
        add("timeZone") { $0.timeZone = text }
        add("tag") { $0.patch.details.tags = [text] }
        add("unit") { ($0.patch.details.quantity, $0.patch.details.unit) = (.one, text) }
        add("parent's UID") { $0.patch.details.parentUID = text }
        add("location") { $0.location = Location(street: text, city: text) }
        add("calendarObject") { $0.calendarObject = CalendarObject(text: text) }
        add("resource name") { $0.calendarObject = CalendarObject(name: text, text: "BEGIN:VCALENDAR") }
        var patch = ItemPatch()
        (patch.text, patch.notes) = (text, text)
        patch.calendarObject = CalendarObject(name: text, text: text)
        let edit = patch
        return drafts.flatMap { name, draft in
            [
                StoreRequest("add an item with the \(name) \(shown(text))") {
                    try await $0.asFirst.addItem(draft, to: list, idempotencyKey: nil).value
                },
                StoreRequest("add items with the \(name) \(shown(text))") {
                    try await $0.asFirst.addItems([draft, draft], to: list, idempotencyKey: nil).value
                },
                StoreRequest("import an item with the \(name) \(shown(text))") {
                    let imported = ImportedChecklist(
                        ChecklistDraft(name: "List"), items: [ImportedItem(draft)])
                    return try await $0.asFirst.importChecklists([imported], idempotencyKey: nil).value.items
                },
            ]
        } + [
            StoreRequest("change an item to \(shown(text))") {
                try await $0.asFirst.updateItem(item, edit, ifMatch: nil)
            }
        ]
    }

    private static func others(_ text: String) -> [StoreRequest] {
        var drafts: [(String, WebhookDraft)] = [
            ("address", WebhookDraft(url: text, secret: .sample(1))),
            ("address with a path", WebhookDraft(url: "https://example.org/\(text)", secret: .sample(1))),
        ]
        var draft = WebhookDraft(url: "https://example.org/", secret: .sample(1))
        draft.description = text
        drafts.append(("description", draft))
        draft.description = ""
        draft.format = .template(Webhook.Template(body: text))
        drafts.append(("template", draft))
        draft.format = .template(Webhook.Template(contentType: text, body: "a"))
        drafts.append(("content type", draft))
        var patch = WebhookPatch()
        (patch.url, patch.description) = (text, text)
        patch.template = Webhook.Template(contentType: "text/plain", body: text)
        let edit = patch
        var preferences = PreferencesPatch()
        preferences.timeZone = text
        let wanted = preferences
        var device = PushSubscriptionDraft.sample(1)
        device.endpoint = text
        let endpoint = device
        var app = PushRegistrationDraft.sample(1)
        app.endpoint = text
        let registration = app
        return drafts.map { name, draft in
            StoreRequest("add a webhook with the \(name) \(shown(text))") {
                try await $0.asFirst.addWebhook(draft, idempotencyKey: nil).value
            }
        } + [
            StoreRequest("change a webhook to \(shown(text))") {
                try await $0.asFirst.updateWebhook(webhook, edit, ifMatch: nil)
            },
            StoreRequest("prefer the time zone \(shown(text))") {
                try await $0.asFirst.updatePreferences(wanted, ifMatch: nil)
            },
            StoreRequest("add a device at \(shown(text))") {
                try await $0.asFirst.addPushSubscription(endpoint, idempotencyKey: nil).value
            },
            StoreRequest("register an app at \(shown(text))") {
                try await $0.asFirst.registerPush(registration, on: list)
            },
            StoreRequest("rename the first person to \(shown(text))") {
                try await $0.renamePerson(.first, to: text, ifMatch: nil)
            },
        ]
    }

    private static func queries(_ text: String) -> [StoreRequest] {
        func find(_ name: String, _ fill: (inout ItemFilter) -> Void) -> [StoreRequest] {
            [nil, list].map { list in
                var query = ItemQuery(checklistID: list)
                fill(&query.filter)
                let wanted = query
                return StoreRequest("find items by the \(name) \(shown(text))") {
                    try await $0.asFirst.items(wanted).elements
                }
            }
        }
        var query = ChecklistQuery()
        query.text = text
        let lists = query
        return find("text") { $0.text = text } + find("uid") { $0.uid = text }
            + find("tag") { $0.tags = [text] }
            + find("resource name") { $0.resourceName = text } + [
                StoreRequest("find lists by \(shown(text))") {
                    try await $0.asFirst.checklists(lists).elements
                }
            ]
    }
}

// MARK: Moments and days

extension HostileRequests {
    private static func dates(_ moment: Timestamp) -> [StoreRequest] {
        let shown = "\(moment.milliseconds)"
        var draft = ItemDraft(text: "Item")
        (draft.dueDate, draft.shouldRemind) = (moment, true)
        let due = draft
        draft.timeZone = "America/New_York"
        draft.recurrence = daily
        let recurring = draft
        draft = ItemDraft(text: "Item")
        draft.alarms = [.at(moment)]
        let alarm = draft
        draft = ItemDraft(text: "Item")
        (draft.checked, draft.checkedAt) = (true, moment)
        let checked = draft
        var patch = ItemPatch()
        patch.dueDate = moment
        let edit = patch
        var imported = ImportedItem(ItemDraft(text: "Item"))
        (imported.createdAt, imported.updatedAt) = (moment, moment)
        let item = imported
        var filter = ItemFilter()
        filter.dueAfter = moment
        let after = filter
        filter = ItemFilter()
        filter.dueBefore = moment
        let before = filter
        return [
            add(due, "due at \(shown)"), add(recurring, "due daily from \(shown)"),
            add(alarm, "with an alarm at \(shown)"), add(checked, "checked at \(shown)"),
            StoreRequest("change an item to be due at \(shown)") {
                try await $0.asFirst.updateItem(self.item, edit, ifMatch: nil)
            },
            StoreRequest("snooze until \(shown)") {
                try await $0.asFirst.snoozeItem(
                    Item.ID(rawValue: 2), until: moment, ifMatch: nil, idempotencyKey: nil
                )
                .value
            },
            StoreRequest("import an item of \(shown)") {
                let list = ImportedChecklist(
                    ChecklistDraft(name: "List"), createdAt: moment, updatedAt: moment, items: [item])
                return try await $0.asFirst.importChecklists([list], idempotencyKey: nil).value.items
            },
            StoreRequest("add a link until \(shown)") {
                try await $0.asFirst.addLink(
                    to: list, .view, secretDigest: [1], tokenDigest: [2], until: moment, idempotencyKey: nil
                ).value
            },
            find(after, "due after \(shown)"), find(before, "due before \(shown)"),
        ]
    }

    private static func dates(_ day: CivilDate) -> [StoreRequest] {
        let shown = "day \(day.daysSince1970)"
        return ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"].map { zone in
            var draft = ItemDraft(text: "Item")
            (draft.dueOn, draft.timeZone) = (day, zone)
            draft.recurrence = daily
            return add(draft, "due on \(shown) in \(zone)")
        } + [
            StoreRequest("copy a list to \(shown)") { store in
                var copy = ChecklistCopy()
                copy.shiftDatesTo = day
                return try await store.asFirst.copyChecklist(list, copy, idempotencyKey: nil).value
            }
        ]
    }

    static func add(_ draft: ItemDraft, _ name: String) -> StoreRequest {
        StoreRequest("add an item \(name)") {
            try await $0.asFirst.addItem(draft, to: list, idempotencyKey: nil).value
        }
    }

    private static func find(_ filter: ItemFilter, _ name: String) -> StoreRequest {
        var query = ItemQuery()
        query.filter = filter
        let wanted = query
        return StoreRequest("find items \(name)") { try await $0.asFirst.items(wanted).elements }
    }
}
