/// Why the parser rejected a calendar.
public struct ICalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the error before unfolding, counted from 1.
    public let line: Int
    /// The reason, a clause without the line.
    public let reason: String

    /// A clause for an error message, without a full stop.
    public var description: String { "\(reason) in line \(line)" }
}

/// Limits on the size of a calendar.
public struct ICalendarLimits: Sendable {
    /// The maximum size, in bytes.
    public var bytesMax: Int
    /// The maximum nesting depth of components. RFC 5545 needs 3.
    public var depthMax: Int
    /// The maximum number of components in total.
    public var componentsMax: Int

    /// Creates limits; the defaults suit a calendar with one task.
    public init(bytesMax: Int = 1024 * 1024, depthMax: Int = 16, componentsMax: Int = 1_000) {
        self.bytesMax = bytesMax
        self.depthMax = depthMax
        self.componentsMax = componentsMax
    }
}
