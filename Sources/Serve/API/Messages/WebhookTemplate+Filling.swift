import Checklists
import Dates
import Digest
import JSON

extension Webhook.Template {
    /// How much of a value is filled in, in bytes; less of it where the message would be too long.
    private static let valueBytesMax = 2_000

    /// The text with what there is to say, escaped as its media type asks, in at most
    /// `WebhookMessage.bytesMax` bytes.
    func filled(with summary: MessageSummary) -> [UInt8] {
        // What is kept was weighed: its placeholders are known.
        guard let parts = try? parts() else { return Array(body.utf8) }
        let escaping = Escaping(contentType)
        // However often one occurs, it is looked up and escaped once.
        let values = parts.values(of: summary, escaping)
        var valueBytesMax = Self.valueBytesMax
        while true {
            let escaped = values.mapValues { escaping.escaped($0.prefix(bytesMax: valueBytesMax)) }
            if valueBytesMax == 0 || parts.bytesCount(with: escaped) <= WebhookMessage.bytesMax {
                return parts.joined(with: escaped)
            }
            valueBytesMax /= 2
        }
    }

    /// Whether it is JSON, whatever is filled in, if it says so of itself: outside of a string can only stand
    /// what is a number or `null`, `true` or `false`.
    var isJSONAsItSays: Bool {
        // What is wrong with its placeholders is told by whoever weighs them.
        guard Escaping(contentType) == .json, let parts = try? parts() else { return true }
        return ["1", "null"].allSatisfy { number in
            let texts = parts.map { part in
                switch part {
                case .text(let text): text
                case .placeholder(.late), .placeholder(.itemImportant): "true"
                case .placeholder(.itemID), .placeholder(.listID): number
                // A text, which is JSON within a string alone.
                case .placeholder: "x"
                }
            }
            // Why it is none does not matter.
            return (try? JSONValue.parse(Array(texts.joined().utf8))) != nil
        }
    }
}

extension [Webhook.Template.Part] {
    /// What is filled in for each placeholder that occurs.
    fileprivate func values(
        of summary: MessageSummary, _ escaping: Escaping
    ) -> [Webhook.Template.Placeholder: String] {
        var values: [Webhook.Template.Placeholder: String] = [:]
        for case .placeholder(let placeholder) in self where values[placeholder] == nil {
            values[placeholder] = summary.value(of: placeholder)
        }
        // In JSON they may stand where a number does, and nothing is none.
        for id in [Webhook.Template.Placeholder.itemID, .listID] where escaping == .json {
            if values[id]?.isEmpty == true { values[id] = "null" }
        }
        return values
    }

    /// How long the text is with that filled in.
    fileprivate func bytesCount(with values: [Webhook.Template.Placeholder: [UInt8]]) -> Int {
        reduce(0) { count, part in
            switch part {
            case .text(let text): count + text.utf8.count
            case .placeholder(let placeholder): count + (values[placeholder]?.count ?? 0)
            }
        }
    }

    /// The text with that filled in.
    fileprivate func joined(with values: [Webhook.Template.Placeholder: [UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(bytesCount(with: values))
        for part in self {
            switch part {
            case .text(let text): bytes += text.utf8
            case .placeholder(let placeholder): bytes += values[placeholder] ?? []
            }
        }
        return bytes
    }
}

/// How what is filled in is written, by the media type that it stands in.
private enum Escaping {
    /// Within a string of JSON.
    case json
    /// Within the text of an element, or the value of an attribute.
    case markup
    /// Within a name or a value of a form.
    case form
    /// As it is.
    case none

    init(_ contentType: String) {
        let type = contentType.prefix { $0 != ";" }.lowercased()
        self =
            switch type {
            case "application/json": .json
            case "text/html", "application/xml", "text/xml": .markup
            case "application/x-www-form-urlencoded": .form
            default: type.hasSuffix("+json") ? .json : type.hasSuffix("+xml") ? .markup : .none
            }
    }

    func escaped(_ value: String) -> [UInt8] {
        switch self {
        case .json:
            var json = JSONWriter()
            json.string(value)
            return Array(json.bytes.dropFirst().dropLast())
        case .markup: return Array(value.inMarkup.utf8)
        case .form: return Self.inForm(value)
        case .none: return Array(value.utf8)
        }
    }

    private static func inForm(_ value: String) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var form: [UInt8] = []
        form.reserveCapacity(3 * value.utf8.count)
        for octet in value.utf8 {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "*"):
                form.append(octet)
            default:
                form.append(UInt8(ascii: "%"))
                form.append(digits[Int(octet >> 4)])
                form.append(digits[Int(octet & 0x0F)])
            }
        }
        return form
    }
}

extension MessageSummary {
    /// What is filled in for a placeholder; nothing where there is nothing to say.
    fileprivate func value(of placeholder: Webhook.Template.Placeholder) -> String {
        switch placeholder {
        case .event: event
        case .id: id
        case .timestamp: at.text
        case .title: title
        case .message: message
        case .due: item?.dueText ?? ""
        case .late: "\(late)"
        case .url: address ?? ""
        case .checkURL: address { if case .check = $0 { true } else { false } }
        case .snoozeURL: address { if case .snooze = $0 { true } else { false } }
        case .itemID: item.map { "\($0.id)" } ?? ""
        case .itemText: item?.text ?? ""
        case .itemNotes: item?.notes ?? ""
        case .itemImportant: "\(item?.important ?? false)"
        case .listID: checklistID.map { "\($0)" } ?? ""
        case .listName: listName
        }
    }

    /// Where the first link leads that is like that; nothing where none is.
    private func address(_ isMeant: (MessageLink) -> Bool) -> String {
        actions.first { isMeant($0.link) }.flatMap { address(of: $0.path) } ?? ""
    }
}

extension Item {
    /// The moment at which it is due, or the day; nothing where it never is.
    fileprivate var dueText: String { timing.dueOn?.text ?? dueDate?.text ?? "" }
}

extension Timestamp {
    fileprivate var text: String { String(decoding: rfc3339, as: UTF8.self) }
}
