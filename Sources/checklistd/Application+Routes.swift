import API
import CalDAV
import Checklists
import HTTP
import MCP
import Web

extension Application {
    /// All routes of the server.
    static func routes(
        _ api: API, _ calDAV: CalDAV, _ mcp: MCP, _ operations: OperationsRoutes, mapTiles: MapTiles? = nil
    ) -> [CallerRoute] {
        api.routes + calDAV.routes + mcp.routes + operations.routes + WebPage.routes(mapTiles: mapTiles)
    }
}
