/// Every count and time that this module keeps to.
enum Limits {
    /// How long an answer is given again before it is asked for anew: 30 minutes.
    static let cachedMilliseconds: Int64 = 30 * 60 * 1000
    /// How many answers are kept.
    static let cachedMax = 1_000
    /// How long the reason may be that a service elsewhere gives, in characters, to be passed on.
    static let reasonCharactersMax = 200
    /// How far clocks are behind UTC at most, anywhere, in milliseconds: 12 hours.
    static let behindMillisecondsMax: Int64 = 12 * 60 * 60 * 1000
    /// How far they are ahead at most: 14 hours.
    static let aheadMillisecondsMax: Int64 = 14 * 60 * 60 * 1000
}
