import Checklists
import JSON

/// A violation in a response: its location, the code of the rule, its sentence and its parameters.
struct ViolationBody: JSONWritable, Sendable {
    /// The name of the member with the location: `pointer` for the content, `parameter` for the query.
    private let place: StaticString
    private var name: String
    private let reason: Violation.Reason

    init(_ violation: Violation) {
        (place, name, reason) = ("pointer", violation.pointer, violation.reason)
    }

    init(_ fault: RequestError.QueryFault) {
        (place, name, reason) = ("parameter", fault.parameter, fault.reason)
    }

    /// The violation as part of a larger content; one of a query stays as it is.
    /// - Parameter pointer: The pointer to the part.
    func within(_ pointer: String) -> ViolationBody {
        var violation = self
        if place.description == "pointer" { violation.name = pointer + name }
        return violation
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member(place, name)
            json.member("code", reason.code.rawValue)
            json.member("detail", reason.detail)
            let parameters = reason.parameters.elements
            if parameters.isEmpty { return }
            json.object("parameters") { json in
                for parameter in parameters {
                    json.name(of: parameter.name)
                    switch parameter.value {
                    case .integer(let number): json.integer(number)
                    case .decimal(let number): json.double(number)
                    case .text(let text): json.string(text)
                    case .texts(let texts): json.array { json in texts.forEach { json.string($0) } }
                    case .integers(let numbers): json.array { json in numbers.forEach { json.integer($0) } }
                    }
                }
            }
        }
    }
}
