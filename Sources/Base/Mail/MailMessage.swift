import Dates
import Digest

/// One message to one receiver, as mail servers take it (RFC 5322, MIME).
///
/// Texts go out in base64, so that no line of theirs is too long, begins with a dot or is changed on the way.
///
/// This module makes messages of texts. It touches nothing; `HTTPClient` sends them.
public struct MailMessage: Hashable, Sendable {
    /// Who sends it.
    public var from: MailAddress
    /// Who gets it.
    public var to: MailAddress
    /// What it is about, in one line.
    public var subject: String
    /// What it says.
    public var text: String
    /// The same in HTML, for programs that show that.
    public var html: String?
    /// What it is known by, the same when it is sent again, so that receivers can tell: letters, digits and
    /// `-._`.
    public var id: String
    /// When it was written, in seconds since the Unix epoch; the same when it is sent again.
    public var secondsSince1970: Int
    /// The address of a page where the receiver can say that this is to end (RFC 2369 §3.2). Where it is
    /// `https`, a program may do so for them with a `POST` of one form (RFC 8058).
    public var listUnsubscribe: String?

    /// A message.
    public init(
        from: MailAddress, to: MailAddress, subject: String, text: String, html: String? = nil, id: String,
        secondsSince1970: Int, listUnsubscribe: String? = nil
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.id = id
        self.secondsSince1970 = secondsSince1970
        self.listUnsubscribe = listUnsubscribe
    }

    /// The whole message, header and content, with CRLF at the end of each line. No line begins with a dot or
    /// has more than 998 bytes.
    /// - Throws: `controlCharacter`, `invalidID`, `invalidUnsubscription`.
    public func content() throws(MailError) -> [UInt8] {
        var lines = try header()
        if let html {
            // Base64 has no underscore, so that no line of a text can be taken for this one.
            let boundary = "=_alternative"
            lines += ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
            for part in [Self.part(text, "plain"), Self.part(html, "html")] {
                lines += ["--\(boundary)"] + part
            }
            lines.append("--\(boundary)--")
        } else {
            lines += Self.part(text, "plain")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    /// The fields that are about the whole message.
    private func header() throws(MailError) -> [String] {
        if subject.hasControlCharacter { throw .controlCharacter(part: "subject") }
        guard (1...Limits.idBytesMax).contains(id.utf8.count), Self.isID(id) else { throw .invalidID }
        // RFC 9110 §5.6.7 differs from RFC 5322 §3.3 in the name of the zone alone.
        let date = HTTPDate(secondsSince1970: secondsSince1970).text.replacing("GMT", with: "+0000")
        var lines = [
            "Date: \(date)", "From: \(Self.written(from))", "To: \(Self.written(to))",
            "Message-ID: <\(id)@\(from.domain)>",
            "Subject: \(EncodedText.unstructured(subject, after: "Subject: ".utf8.count))",
            // Keeps those who are away from answering (RFC 3834 §5).
            "Auto-Submitted: auto-generated",
        ]
        if let listUnsubscribe {
            guard Self.isPage(listUnsubscribe) else { throw .invalidUnsubscription }
            lines.append("List-Unsubscribe: <\(listUnsubscribe)>")
            if listUnsubscribe.hasPrefix("https://") {
                lines.append("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
            }
        }
        return lines + ["MIME-Version: 1.0"]
    }

    /// An address as a header has it; the name on lines of its own where it needs them.
    private static func written(_ address: MailAddress) -> String {
        guard let name = address.name else { return address.address }
        return EncodedText.phrase(name, after: "From: \"\"".utf8.count) + "\r\n <\(address.address)>"
    }

    /// Words of letters, digits, `-` and `_` with single dots between them.
    private static func isID(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty
                && word.utf8.allSatisfy {
                    $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                }
        }
    }

    private static func isPage(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://"))
            && text.utf8.count <= Limits.unsubscriptionBytesMax
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>".utf8.contains($0) }
    }

    /// A text with its fields, in lines of 76 digits (RFC 2045 §6.8).
    private static func part(_ text: String, _ subtype: String) -> [String] {
        // In texts each line ends with CRLF (RFC 2046 §4.1.1).
        let whole = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .joined(separator: "\r\n")
        let digits = Array(Array(whole.utf8).base64.utf8)
        let lines = stride(from: 0, to: digits.count, by: 76).map { start in
            String(decoding: digits[start..<min(start + 76, digits.count)], as: UTF8.self)
        }
        return [
            "Content-Type: text/\(subtype); charset=utf-8", "Content-Transfer-Encoding: base64", "",
        ] + lines
    }
}
