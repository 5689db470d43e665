import Dates
import Digest

/// A message to one receiver, as mail servers accept it (RFC 5322, MIME).
///
/// Texts are sent in base64, so that no line is too long, begins with a dot or changes in transit.
///
/// This module builds messages. It does no I/O; `HTTPClient` sends them.
public struct MailMessage: Hashable, Sendable {
    /// The sender.
    public var from: MailAddress
    /// The receiver.
    public var to: MailAddress
    /// The subject, in one line.
    public var subject: String
    /// The plain text.
    public var text: String
    /// The same text as HTML, for mail programs that show it.
    public var html: String?
    /// The message ID without its domain: letters, digits and `-._`. A retry repeats the ID, so that
    /// receivers detect duplicates.
    public var id: String
    /// When the message was written, in seconds since the Unix epoch. A retry repeats the time.
    public var secondsSince1970: Int
    /// The URL of a page on which the receiver unsubscribes (RFC 2369 §3.2). With `https`, a mail program may
    /// unsubscribe with one form `POST` (RFC 8058).
    public var listUnsubscribe: String?

    /// Creates a message.
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

    /// The whole message, header and body, with CRLF line ends. No line begins with a dot or has more than
    /// 998 bytes.
    /// - Throws: `controlCharacter`, `invalidID`, `invalidUnsubscription`.
    public func content() throws(MailError) -> [UInt8] {
        var lines = try header()
        if let html {
            // Base64 has no underscore, so that no line of a text equals the boundary.
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

    /// The header fields of the whole message.
    private func header() throws(MailError) -> [String] {
        if subject.hasControlCharacter { throw .controlCharacter(part: "subject") }
        guard (1...Limits.idBytesMax).contains(id.utf8.count), Self.isID(id) else { throw .invalidID }
        // RFC 9110 §5.6.7 differs from RFC 5322 §3.3 only in the name of the zone.
        let date = HTTPDate(secondsSince1970: secondsSince1970).text.replacing("GMT", with: "+0000")
        var lines = [
            "Date: \(date)", "From: \(Self.written(from))", "To: \(Self.written(to))",
            "Message-ID: <\(id)@\(from.domain)>",
            "Subject: \(EncodedText.unstructured(subject, after: "Subject: ".utf8.count))",
            // Prevents automatic replies, such as absence notices (RFC 3834 §5).
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

    /// An address in a header. The display name precedes it on separate lines.
    private static func written(_ address: MailAddress) -> String {
        guard let name = address.name else { return address.address }
        return EncodedText.phrase(name, after: "From: \"\"".utf8.count) + "\r\n <\(address.address)>"
    }

    /// Whether a text consists of words of letters, digits, `-` and `_`, joined by single dots.
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

    /// A text with its MIME header, in lines of 76 base64 digits (RFC 2045 §6.8).
    private static func part(_ text: String, _ subtype: String) -> [String] {
        // Line ends in a text are CRLF (RFC 2046 §4.1.1).
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
