/// A language of messages to people and of the quick-add lines that the server parses.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case french = "fr"
    case german = "de"
    case japanese = "ja"
}
