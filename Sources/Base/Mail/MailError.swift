/// Why a message is invalid. An error describes itself as a sentence.
public enum MailError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is no address such as `ada@example.org`.
    case invalidAddress
    /// A part that must be one line has a line end or another control character.
    case controlCharacter(part: String)
    /// The message ID is empty, is too long or has an invalid character.
    case invalidID
    /// The unsubscribe URL is no address of a web page.
    case invalidUnsubscription

    /// A sentence without its full stop.
    public var description: String {
        switch self {
        case .invalidAddress: "the mail address must be ASCII without quotes, for example ada@example.org"
        case .controlCharacter(let part): "the \(part) contains a control character"
        case .invalidID: "the message ID may contain only letters, digits and -._"
        case .invalidUnsubscription: "the unsubscribe URL must begin with https:// or http://"
        }
    }
}
