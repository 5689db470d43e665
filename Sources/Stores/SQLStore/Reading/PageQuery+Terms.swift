import Paging
import SQL

extension PageQuery.Term {
    var column: String {
        switch self {
        case .column(let name), .flag(let name), .nullable(let name), .text(_, let name): name
        }
    }
}

extension SortValue {
    var parameter: Parameter {
        switch self {
        case .flag(let flag): .bool(flag)
        case .moment(let moment): moment.map(Parameter.bound) ?? .moment(nil)
        case .number(let number): .int(number)
        case .text(let text): .text(text)
        }
    }
}

extension String {
    /// The name of a column: `created_at` for `createdAt`.
    var columnName: String {
        reduce(into: "") { name, character in
            if character.isUppercase { name.append("_") }
            name += character.lowercased()
        }
    }
}
