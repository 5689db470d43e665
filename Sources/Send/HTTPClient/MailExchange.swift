import Mail

/// The bytes that go to a mail server, and its last reply.
struct MailExchange {
    /// The last reply, except the one to `QUIT`.
    private var reply: (code: Int, text: String)?
    private let content: [UInt8]
    private let receiver: MailAddress
    private var sentCount = 0

    init(_ content: [UInt8], to receiver: MailAddress) {
        self.content = content
        self.receiver = receiver
    }

    /// Copies the next bytes of the message and returns their number; 0 at its end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let next = content[sentCount...].prefix(buffer.count)
        buffer.copyBytes(from: next)
        sentCount += next.count
        return next.count
    }

    /// The error that the last reply means; `nil` unless it is a rejection.
    /// - Parameter ofReceiver: Whether the server rejected the receiver.
    func rejection(ofReceiver: Bool) -> OutgoingError? {
        guard let reply, (400...599).contains(reply.code) else { return nil }
        let text = withoutAddresses(reply.text)
        return ofReceiver
            ? .receiverRejected(code: reply.code, reply: text) : .rejected(code: reply.code, reply: text)
    }

    /// Removes addresses and the receiver's name from a text, because it is logged.
    private func withoutAddresses(_ text: String) -> String {
        let name = receiver.address.prefix { $0 != "@" }.lowercased()
        return text.split(separator: " ", omittingEmptySubsequences: false)
            .map { word in
                let bare = word.trimmingPrefix(/[^\w]+/).prefix { !"<>()[]{}\"',;:".contains($0) }
                // By code units: marks that join the `@` to another character do not hide it.
                let isAddress = word.utf8.contains(UInt8(ascii: "@"))
                return isAddress || bare.lowercased() == name ? "…" : String(word)
            }
            .joined(separator: " ")
    }

    /// Takes a line of a reply (RFC 5321 §4.2). Of a reply with several lines the last one is kept.
    mutating func take(_ line: some Collection<UInt8>) {
        let digits = line.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (48...57).contains($0) }),
            let code = Int(String(decoding: digits, as: UTF8.self)), code != 221
        else { return }
        let text = String(decoding: line.dropFirst(4), as: UTF8.self).unicodeScalars
            .filter { $0.properties.generalCategory != .control }
        reply = (code, String(String.UnicodeScalarView(text).prefix(Limits.replyCharactersMax)))
    }
}
