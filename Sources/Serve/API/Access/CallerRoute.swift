public import Checklists
public import HTTP

/// A route of the service.
public typealias CallerRoute = Route<Caller, Caller.Permission>
/// The routes of the service.
public typealias CallerRouter = Router<Caller, Caller.Permission>
