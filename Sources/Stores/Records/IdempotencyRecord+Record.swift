package import Checklists
package import JSON

extension IdempotencyRecord: StoredValue {
    /// The fields of a record. The result is `nil` until it is read.
    private struct Stored: Record {
        var key = IdempotencyKey(key: "", fingerprint: [])
        var at = Timestamp.zero
        var revision = Revision.zero
        var outcome = StoredResult()

        static var blank: Stored { Stored() }

        mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
            try fields.required("key", &key.key)
            try fields.required("fingerprint", &key.fingerprint.digits)
            try fields.required("at", &at)
            try fields.required("revision", &revision)
            try outcome.describe(&fields)
        }
    }

    package func write(to json: inout JSONWriter) {
        Stored(key: key, at: at, revision: revision, outcome: StoredResult(result: result))
            .write(to: &json)
    }

    package init(from json: inout JSONReader) throws(FormatError) {
        let stored = try Stored(from: &json)
        guard let result = stored.outcome.result else { throw json.error("the member \"result\" is missing") }
        self.init(key: stored.key, at: stored.at, revision: stored.revision, result: result)
    }
}

/// The result in a record; `nil` until it is read.
private struct StoredResult: Record {
    var result: IdempotencyRecord.Result?

    static var blank: StoredResult { StoredResult() }

    mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.optional("checklist", &checklist)
        try fields.optional("item", &item)
        try fields.optional("items", &items)
        try fields.optional("webhook", &webhook)
        try fields.optional("delivery", &delivery)
        try fields.optional("person", &person)
        try fields.optional("view", &view)
        try fields.optional("imported", &imported)
        try fields.optional("changed", &changed)
        try fields.optional("deletion", &deletion)
        try fields.optional("batch", &batch)
    }

    private var checklist: CountedChecklist? {
        get { if case .checklist(let it) = result { CountedChecklist(checklist: it) } else { nil } }
        set { if let newValue { result = .checklist(newValue.checklist) } }
    }
    private var item: Item? {
        get { if case .item(let it) = result { it } else { nil } }
        set { if let newValue { result = .item(newValue) } }
    }
    private var items: [Item]? {
        get { if case .items(let it) = result { it } else { nil } }
        set { if let newValue { result = .items(newValue) } }
    }
    private var webhook: Webhook? {
        get { if case .webhook(let it) = result { it } else { nil } }
        set { if let newValue { result = .webhook(newValue) } }
    }
    private var delivery: Delivery? {
        get { if case .delivery(let it) = result { it } else { nil } }
        set { if let newValue { result = .delivery(newValue) } }
    }
    private var person: Person? {
        get { if case .person(let it) = result { it } else { nil } }
        set { if let newValue { result = .person(newValue) } }
    }
    private var view: RevisedView? {
        get { if case .view(let it) = result { it } else { nil } }
        set { if let newValue { result = .view(newValue) } }
    }
    private var imported: ImportCount? {
        get { if case .imported(let it) = result { it } else { nil } }
        set { if let newValue { result = .imported(newValue) } }
    }
    private var changed: Int? {
        get { if case .changed(let it) = result { it } else { nil } }
        set { if let newValue { result = .changed(newValue) } }
    }
    private var deletion: ItemsDeletion? {
        get { if case .deletion(let it) = result { it } else { nil } }
        set { if let newValue { result = .deletion(newValue) } }
    }
    private var batch: [StoredResult]? {
        get {
            guard case .batch(let all) = result else { return nil }
            return all.map { StoredResult(result: $0) }
        }
        set { if let newValue { result = .batch(newValue.compactMap(\.result)) } }
    }
}

extension ItemsDeletion: Record {
    package static var blank: ItemsDeletion { ItemsDeletion(count: 0) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.always("count", &count)
        try fields.optional("trash", &trashID)
    }
}

extension RevisedView: Record {
    package static var blank: RevisedView { RevisedView(.blank, in: .zero) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.required("view", &view)
        try fields.required("revision", &revision)
    }
}

extension ImportCount: Record {
    package static var blank: ImportCount { ImportCount(checklists: 0, items: 0) }

    package mutating func describe<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
        try fields.always("checklists", &checklists)
        try fields.always("items", &items)
        try fields.field("checklistIds", &checklistIDs, unless: [])
    }
}
