import Checklists
import Dates
import JSON

extension Item.Details {
    /// Writes the details as members of an item. Empty ones are `null`, `[]` or 0.
    func writeMembers(to json: inout JSONWriter) {
        json.member("sectionId", sectionID?.rawValue)
        json.member("parentId", parentID?.rawValue)
        json.member("subtasksCount", subtasks.all)
        json.member("uncheckedSubtasksCount", subtasks.unchecked)
        json.member("tags", tags)
        json.member("quantity", quantity.map(QuantityBody.init))
        json.member("unit", unit)
        json.member("startDate", startDate.map(TimestampBody.init))
        json.member("startOn", startOn?.text)
    }

    /// Writes only members that are not empty and have the same meaning on every server.
    func writeMembersGiven(to json: inout JSONWriter) {
        if !tags.isEmpty { json.member("tags", tags) }
        if let quantity { json.member("quantity", QuantityBody(quantity)) }
        if let unit { json.member("unit", unit) }
        if let startDate { json.member("startDate", TimestampBody(startDate)) }
        if let startOn { json.member("startOn", startOn.text) }
    }

    /// The members that a client cannot set.
    static let readOnlyFields = ["subtasksCount", "uncheckedSubtasksCount"]
}

/// A quantity as a JSON number.
struct QuantityBody: JSONWritable {
    private let quantity: Quantity

    init(_ quantity: Quantity) { self.quantity = quantity }

    func write(to json: inout JSONWriter) { json.raw(Array(quantity.text.utf8)) }
}

extension DetailsPatch {
    /// Reads the details of an item.
    ///
    /// - Parameter isImport: Whether the item is imported. Its section and its parent are then not ids of
    ///   this server.
    init(from fields: inout FieldReader, isImport: Bool = false) {
        self.init()
        if !isImport {
            sectionID = fields.nullable("sectionId", .identifier)
            parentID = fields.nullable("parentId", .identifier)
        }
        tags = fields.optional("tags", .texts)
        quantity = fields.nullable("quantity", .quantity)
        unit = fields.nullable("unit", .string)
        startDate = fields.nullable("startDate", .timestamp)
        startOn = fields.nullable("startOn", .day)
    }
}

extension FieldType<[String]> {
    /// An array of texts.
    static var texts: Self {
        Self({ _ in .wrongType(.array) }) { value in
            guard case .array(let values) = value else { return nil }
            var texts: [String] = []
            for value in values {
                guard case .string(let text) = value else { return nil }
                texts.append(text)
            }
            return texts
        }
    }
}

extension FieldType<Quantity> {
    /// A number, which is rounded to three decimals.
    static var quantity: Self {
        Self({ if case .number = $0 { .notAQuantity } else { .wrongType(.number) } }) { value in
            guard case .number(let number) = value, let double = number.double else { return nil }
            let thousandths = double * 1_000
            // A number outside the range is not rounded into it.
            guard Double(Quantity.range.lowerBound)...Double(Quantity.range.upperBound) ~= thousandths else {
                return nil
            }
            return Quantity(thousandths: Int(thousandths.rounded()))
        }
    }
}
