import Checklists
import Mail

extension MessageSummary {
    /// How long a subject is, in bytes: what programs show of it in a list is less.
    private static let subjectBytesMax = 250
    /// How much there is of a text at most, in bytes; less of the notes where the message would be too long.
    private static let mailTextBytesMax = 1_000
    private static let mailNotesBytesMax = 4_000

    /// What a mail says, in at most `WebhookMessage.bytesMax` bytes as it is kept.
    /// - Parameter end: Where the receiver can say that mail is to end; `nil` where nobody can.
    func mail(end: String?) -> MailContent {
        let mailEnd = end.map { MailText.Link(label: language.text(.endMail), address: $0) }
        var notesBytesMax = Self.mailNotesBytesMax
        while true {
            let content = mailText(notesBytesMax: notesBytesMax, end: mailEnd).content(
                subject: subject, listUnsubscribe: end)
            if content.json.count <= WebhookMessage.bytesMax || notesBytesMax == 0 { return content }
            notesBytesMax /= 2
        }
    }

    /// What it is about, in one line.
    private var subject: String {
        let line = title.map { $0.isNewline || $0.isWhitespace ? " " : $0 }
        return String(line).prefix(bytesMax: Self.subjectBytesMax)
    }

    private func mailText(notesBytesMax: Int, end: MailText.Link?) -> MailText {
        var text = MailText(language: language)
        // What a subject has no room for stands below it.
        let whole = subject == title ? "" : title
        text.paragraphs = [whole, message].map { $0.prefix(bytesMax: Self.mailTextBytesMax) }
        text.paragraphs.append((item?.notes ?? "").prefix(bytesMax: notesBytesMax))
        text.links = actions.compactMap { action in
            address(of: action.path).map {
                MailText.Link(label: action.link.label(in: language), address: $0)
            }
        }
        if let address {
            let label = language.text(checklistID == nil ? .openLists : .openList)
            text.links.append(MailText.Link(label: label, address: address))
        }
        text.end = end
        return text
    }
}

/// What stands in a mail, to be written as text and in HTML.
struct MailText {
    /// What it is written in.
    let language: Language
    /// Texts with lines, of which those at the end that are empty are left out.
    var paragraphs: [String] = []
    /// Where the receiver can go from it.
    var links: [Link] = []
    /// Where the receiver can say that mail is to end.
    var end: Link?

    struct Link {
        let label: String
        let address: String
    }

    /// What a mail says that has this in it.
    func content(subject: String, listUnsubscribe: String? = nil) -> MailContent {
        MailContent(
            subject: subject, text: text, html: html(title: subject), listUnsubscribe: listUnsubscribe)
    }

    private var shown: [String] {
        paragraphs.map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
            .filter { !$0.isEmpty }
    }

    private var text: String {
        let links = links.map { "\($0.label):\n\($0.address)" }
        let end = end.map { ["-- \n\($0.label): \($0.address)"] } ?? []
        return (shown + links + end).joined(separator: "\n\n") + "\n"
    }

    private func html(title: String) -> String {
        let paragraphs = shown.map { paragraph in
            let lines = paragraph.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return "<p dir=\"auto\">\(lines.map { String($0).inMarkup }.joined(separator: "<br>\n"))</p>"
        }
        let items = links.map { "<li>\($0.html)</li>" }
        let list = items.isEmpty ? [] : ["<ul>"] + items + ["</ul>"]
        let end = end.map { ["<p><small>\($0.html)</small></p>"] } ?? []
        let head = "<head><meta charset=\"utf-8\"><title>\(title.inMarkup)</title></head>"
        let lines =
            ["<!doctype html>", "<html lang=\"\(language.rawValue)\">", head, "<body>"] + paragraphs + list
            + end
        return (lines + ["</body>", "</html>", ""]).joined(separator: "\n")
    }
}

extension MailText.Link {
    fileprivate var html: String { "<a href=\"\(address.inMarkup)\">\(label.inMarkup)</a>" }
}
