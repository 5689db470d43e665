/// What a write comes to: decided from the catalogue alone, before anything is kept.
public enum Decision<Result: Sendable>: Sendable {
    /// This change is to be made, and then this answered.
    case change(Change, Result)
    /// Nothing changes; the answer holds as of that change.
    case unchanged(Result, asOf: Revision)
    /// The same request was answered before, by that change.
    case replay(Result, of: Revision)
}
