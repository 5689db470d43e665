import Checklists
import Dates
import JSON
import XML

/// A text by the webhook's owner with placeholders, filled in and signed.
struct TemplateChannel: Channel {
    private let template: Webhook.Template

    init(_ template: Webhook.Template) {
        self.template = template
    }

    /// The maximum length of a value, in bytes; less where the message would be too long.
    private static let valueBytesMax = 2_000

    /// The text with its values, escaped for its media type, in at most `Delivery.bodyBytesMax` bytes.
    func body(of message: Message) -> [UInt8] {
        // Validation has checked the placeholders.
        guard let parts = try? template.parts() else { return Array(template.body.utf8) }
        let syntax = template.syntax
        // Each placeholder is looked up and escaped once, however often it occurs.
        let values = parts.values(of: message.summary(), syntax)
        var valueBytesMax = Self.valueBytesMax
        while true {
            let escaped = values.mapValues { syntax.escaped($0.prefix(bytesMax: valueBytesMax)) }
            if valueBytesMax == 0 || parts.bytesCount(with: escaped) <= Delivery.bodyBytesMax {
                return parts.joined(with: escaped)
            }
            valueBytesMax /= 2
        }
    }

    func outgoing(for attempt: Attempt, from service: SendingService) -> Outgoing {
        .signed(
            attempt.claimed.delivery.body, template.contentType, to: attempt.claimed.webhook.url,
            for: attempt, from: service)
    }
}

extension [Webhook.Template.Part] {
    /// The values of the placeholders that occur.
    fileprivate func values(
        of summary: MessageSummary, _ syntax: Webhook.Template.Syntax
    ) -> [Webhook.Template.Placeholder: String] {
        var values: [Webhook.Template.Placeholder: String] = [:]
        for case .placeholder(let placeholder) in self where values[placeholder] == nil {
            values[placeholder] = summary.value(of: placeholder)
        }
        // In JSON, an id can stand in place of a number, where an empty text is invalid.
        for id in [Webhook.Template.Placeholder.itemID, .listID] where syntax == .json {
            if values[id]?.isEmpty == true { values[id] = "null" }
        }
        return values
    }

    /// The length of the text with its values, in bytes.
    fileprivate func bytesCount(with values: [Webhook.Template.Placeholder: [UInt8]]) -> Int {
        reduce(0) { count, part in
            switch part {
            case .text(let text): count + text.utf8.count
            case .placeholder(let placeholder): count + (values[placeholder]?.count ?? 0)
            }
        }
    }

    /// The text with its values.
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

extension Webhook.Template.Syntax {
    /// The value escaped for the syntax.
    fileprivate func escaped(_ value: String) -> [UInt8] {
        switch self {
        case .json:
            var json = JSONWriter()
            json.string(value)
            return Array(json.bytes.dropFirst().dropLast())
        case .markup: return Array(value.inMarkup.utf8)
        case .form: return Self.inForm(value)
        case .plain: return Array(value.utf8)
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
    /// The value of a placeholder; empty where there is none.
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
        case .checkURL: address(of: .check)
        case .snoozeURL: address(of: .snooze)
        case .itemID: item.map { "\($0.id)" } ?? ""
        case .itemText: item?.text ?? ""
        case .itemNotes: notes
        case .itemImportant: "\(item?.important ?? false)"
        case .itemTags: item?.tags.joined(separator: ", ") ?? ""
        case .listID: checklistID.map { "\($0)" } ?? ""
        case .listName: listName
        }
    }

    /// The URL of the first action of a kind; empty where there is none.
    private func address(of kind: Action.Kind) -> String {
        actions.first { $0.kind == kind }.flatMap { address(of: $0.path) } ?? ""
    }
}

extension Item {
    /// The due moment or the due day; empty without a due date.
    fileprivate var dueText: String { timing.dueOn?.text ?? dueDate?.text ?? "" }
}

extension Timestamp {
    /// The moment in UTC with milliseconds (RFC 3339).
    fileprivate var text: String { RFC3339.text(min(max(self, .earliest), .latest).milliseconds) }
}
