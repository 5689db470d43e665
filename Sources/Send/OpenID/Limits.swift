/// The limits of this module.
enum Limits {
    /// The maximum size of an answer of the provider, in bytes.
    static let answerBytesMax = 128 * 1024
    /// The maximum number of sign-ins that wait for the provider at a time. Strangers can begin one too.
    static let attemptsMax = 256
    /// How long the description of the provider is used, in milliseconds: one hour.
    static let descriptionMilliseconds: Int64 = 60 * 60 * 1000
    /// The tolerated difference between the clocks of the provider and of this server, in seconds.
    static let clockSkewSeconds: Double = 120
    /// The maximum age of an ID token, in seconds.
    static let tokenAgeSecondsMax: Double = 600
    /// The maximum length of a URL, in bytes.
    static let urlBytesMax = 2_000
    /// The maximum length of a text of the provider in the log, in characters.
    static let reasonCharactersMax = 100
}
