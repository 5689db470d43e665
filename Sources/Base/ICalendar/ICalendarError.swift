/// Why bytes are not the calendar that is taken.
public struct ICalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line that it is in, as they stand folded; the first is 1.
    public let line: Int
    /// What is wrong there, in words: the rest of the sentence "In line 12 …".
    public let reason: String

    /// A clause for a person, without a full stop.
    public var description: String { "in line \(line) \(reason)" }
}

/// How large a calendar may be.
public struct ICalendarLimits: Sendable {
    /// How many bytes it may have.
    public var bytesMax: Int
    /// How deep components may lie in one another; those of RFC 5545 are three deep.
    public var depthMax: Int
    /// How many components it may have in all.
    public var componentsMax: Int

    /// Limits; those that are not given suit one thing to do.
    public init(bytesMax: Int = 1024 * 1024, depthMax: Int = 16, componentsMax: Int = 1_000) {
        self.bytesMax = bytesMax
        self.depthMax = depthMax
        self.componentsMax = componentsMax
    }
}
