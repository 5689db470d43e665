import Checklists
public import HTTPClient
import JSON

/// An external service that answers queries in JSON.
///
/// This module looks up coordinates and the weather. It does network I/O only through `HTTPClient`.
public struct Provider: Sendable {
    private let url: String
    private let client: HTTPClient
    private let userAgent: String
    private let limits: OutgoingLimits

    /// Creates a provider.
    /// - Parameters:
    ///   - url: The URL. It may have a query, for an API key.
    ///   - client: The client that sends the queries.
    ///   - userAgent: The `User-Agent` of the queries.
    ///   - limits: The limits on the time and the size of an answer.
    public init(
        url: String, client: HTTPClient, userAgent: String, limits: OutgoingLimits = OutgoingLimits()
    ) {
        self.url = url
        self.client = client
        self.userAgent = userAgent
        self.limits = limits
    }

    /// Sends a query. Returns the status and the content, which is `null` where it is no JSON.
    /// - Throws: `ProviderError` where no answer arrives.
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
            default: throw .incomplete("the body is cut off or too long")
            }
            // Callers look up only members and elements, and `null` has neither.
            return (response.status, (try? JSONValue.parse(response.body)) ?? .null)
        } catch {
            if case .timedOut = error { throw .slow }
            throw .failed("did not respond: \(error)")
        }
    }
}
