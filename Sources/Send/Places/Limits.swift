/// The limits of this module.
enum Limits {
    /// The lifetime of a cached answer, in milliseconds: 30 minutes.
    static let cachedMilliseconds: Int64 = 30 * 60 * 1000
    /// The maximum number of cached answers.
    static let cachedMax = 1_000
    /// The maximum length of a provider's reason that is passed on, in characters.
    static let reasonCharactersMax = 200
    /// The largest offset behind UTC anywhere, in milliseconds: 12 hours.
    static let behindMillisecondsMax: Int64 = 12 * 60 * 60 * 1000
    /// The largest offset ahead of UTC anywhere, in milliseconds: 14 hours.
    static let aheadMillisecondsMax: Int64 = 14 * 60 * 60 * 1000
}
