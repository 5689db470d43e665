/// Gets what is at an address: the status and the whole content.
///
/// It throws a `ProviderError` where there is no answer.
public typealias Fetch = @Sendable (_ url: String) async throws -> (status: Int, content: [UInt8])
