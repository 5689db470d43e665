/// The counters of a server since its start, summed over its loops.
public struct Statistics: Hashable, Sendable {
    /// Connections that are open now.
    public var openConnections = 0
    /// Connections that the server has served or is serving.
    public var accepted = 0
    /// Connections that the server refused: there were too many, or no descriptor was left.
    public var refused = 0
    /// Complete requests that went to the responder.
    public var requests = 0
    /// Requests that failed before they reached the responder, by status.
    public var failuresByStatus: [Int: Int] = [:]
    /// Octets read from clients.
    public var bytesIn = 0
    /// Octets written to clients.
    public var bytesOut = 0

    mutating func add(_ counters: LoopCounters) {
        accepted += counters.accepted.count
        refused += counters.refused.count
        requests += counters.requests.count
        failuresByStatus.merge(counters.failuresByStatus, uniquingKeysWith: +)
        bytesIn += counters.bytesIn.count
        bytesOut += counters.bytesOut.count
    }
}
