import Checklists
import HTTP

extension RequestContext {
    /// Who shows which token; `nil` where none has to be shown.
    var holder: TokenHolder? { annotation as? TokenHolder }

    /// Whether it is the first person who asks, by whatever token or without one.
    var isOfFirst: Bool { annotation == nil || holder?.principal.personID == .first }
}
