import Checklists
public import HTTPClient
import JSON

/// A service elsewhere that answers questions in JSON.
///
/// This module asks others where addresses are and what the weather is. It touches the network through
/// `HTTPClient` alone.
public struct Provider: Sendable {
    private let url: String
    private let client: HTTPClient
    private let userAgent: String
    private let limits: OutgoingLimits

    /// A service elsewhere.
    /// - Parameters:
    ///   - url: Its address; it may have a query, for a key.
    ///   - client: Asks it.
    ///   - userAgent: What that calls itself.
    ///   - limits: How long an answer may take and be.
    public init(
        url: String, client: HTTPClient, userAgent: String, limits: OutgoingLimits = OutgoingLimits()
    ) {
        self.url = url
        self.client = client
        self.userAgent = userAgent
        self.limits = limits
    }

    /// What it answers to a query: the status, and the content, which is `null` where it is no JSON.
    /// - Throws: `ProviderError` where there is no answer.
    func answer(to query: String) async throws(ProviderError) -> (status: Int, content: JSONValue) {
        let request = OutgoingRequest(
            .get, url + (url.contains("?") ? "&" : "?") + query,
            fields: [HeaderField("user-agent", userAgent), HeaderField("accept", "application/json")],
            limits: limits)
        do throws(OutgoingError) {
            let response = try await client.send(request)
            switch response.shortfall {
            case nil: break
            case .timedOut(let why): throw .timedOut(why)
            default: throw .incomplete("it is cut off or too long")
            }
            // What is no JSON has no members and no elements either, which is all that is asked for.
            return (response.status, (try? JSONValue.parse(response.body)) ?? .null)
        } catch {
            if case .timedOut = error { throw .slow }
            throw .failed("gave no answer: \(error)")
        }
    }
}
