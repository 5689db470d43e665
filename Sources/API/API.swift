public import Checklists
public import HTTP

/// The service as HTTP has it: what openapi.yaml describes, from requests to the ports of the domain.
public struct API: Sendable {
    /// The operations, each an answer to every request that reaches it: what they throw is a `Problem`.
    public let routes: [Route]
    /// Who answers when there is nothing beside these routes.
    public let router: Router

    /// An API over a repository.
    /// - Parameter log: Is told of every error that no client caused, with the request that met it.
    public init(
        checklists: any ChecklistRepository, log: @escaping @Sendable (any Error, RequestHead) -> Void
    ) {
        let operations = [
            ChecklistRoutes(checklists: checklists).operations,
            ItemRoutes(checklists: checklists).operations,
            CountsRoutes(checklists: checklists).operations,
            DescriptionRoutes().operations,
        ].flatMap(\.self)
        let errors = ErrorTable(log: log)
        routes = operations.map { $0.route(errors) }
        router = Router(routes)
    }
}
