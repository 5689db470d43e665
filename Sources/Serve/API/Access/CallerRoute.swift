public import Checklists
public import HTTP

/// A route with a caller.
public typealias CallerRoute = Route<Caller, Caller.Permission>
/// A router with callers.
public typealias CallerRouter = Router<Caller, Caller.Permission>
