import API
import HTTP
import Web

extension Application {
    /// Everything that is answered: there are no other routes.
    static func routes(_ api: API, _ operations: OperationsRoutes) -> [Route] {
        api.routes + operations.routes + WebPage.routes
    }
}
