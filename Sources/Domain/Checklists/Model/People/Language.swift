/// A language that people are written to, and that lines of theirs are understood in.
public enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case french = "fr"
    case german = "de"
    case japanese = "ja"
}
