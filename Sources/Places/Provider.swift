import JSON

/// A service elsewhere that answers questions in JSON.
struct Provider: Sendable {
    private let url: String
    private let fetch: Fetch

    /// - Parameters:
    ///   - url: Its address; it may have a query, for a key.
    ///   - fetch: Gets what is at an address.
    init(url: String, fetch: @escaping Fetch) {
        self.url = url
        self.fetch = fetch
    }

    /// What it answers to a query: the status, and the content, which is `null` where it is no JSON.
    /// - Throws: `ProviderError` where there is no answer.
    func answer(to query: String) async throws -> (status: Int, content: JSONValue) {
        let (status, content) = try await fetch(url + (url.contains("?") ? "&" : "?") + query)
        // What is no JSON has no members and no elements either, which is all that is asked for.
        return (status, (try? JSONValue.parse(content)) ?? .null)
    }
}
