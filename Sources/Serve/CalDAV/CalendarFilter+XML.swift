import CalendarObjects
import Checklists
import HTTP
import ICalendar
import XML

// Parses the filters of reports (RFC 4791 §9.7).

extension CalendarFilter {
    /// Parses the filter of a report; `nil` if there is none.
    /// - Throws: `DAVFault` for an unsupported or malformed filter.
    init?(_ element: XMLElement?) throws(DAVFault) {
        guard let element, let filter = element.child(.calDAV("comp-filter")) else { return nil }
        guard filter.elementsCount <= Self.elementsMax else {
            throw DAVFault(
                .forbidden, .calDAV("supported-filter"),
                "The filter must have at most \(Self.elementsMax) elements; split the query.")
        }
        self.init(try ComponentFilter(filter))
    }

    /// The limit of the elements of a filter: components, properties, parameters and their tests.
    private static let elementsMax = 32
}

extension ComponentFilter {
    fileprivate init(_ element: XMLElement) throws(DAVFault) {
        self.init(try element.filteredName)
        isNotDefined = element.isNotDefined
        time = try element.timeRange
        for child in element.children {
            switch child.name {
            case .calDAV("prop-filter"): properties.append(try PropertyFilter(child))
            case .calDAV("comp-filter"): components.append(try ComponentFilter(child))
            default: break
            }
        }
    }
}

extension PropertyFilter {
    fileprivate init(_ element: XMLElement) throws(DAVFault) {
        self.init(try element.filteredName)
        isNotDefined = element.isNotDefined
        time = try element.timeRange
        text = try element.textFilter
        for child in element.children where child.name == .calDAV("param-filter") {
            parameters.append((try child.filteredName, child.isNotDefined, try child.textFilter))
        }
    }
}

extension XMLElement {
    /// The number of elements in this subtree, including this one.
    fileprivate var elementsCount: Int { children.reduce(1) { $0 + $1.elementsCount } }

    fileprivate var filteredName: String {
        get throws(DAVFault) {
            guard let name = attribute(XMLName("", "name")), !name.isEmpty else {
                throw DAVFault(
                    .forbidden, .calDAV("valid-filter"),
                    "A \(self.name.local.prefix(64)) must have a name attribute.")
            }
            return name
        }
    }

    fileprivate var isNotDefined: Bool { child(.calDAV("is-not-defined")) != nil }

    fileprivate var timeRange: TimeRange? {
        get throws(DAVFault) {
            try child(.calDAV("time-range"))?.range
        }
    }

    /// The range between the attributes `start` and `end`.
    var range: TimeRange {
        get throws(DAVFault) {
            let (start, end) = (try moment("start"), try moment("end"))
            guard start != nil || end != nil, start.map({ start in end.map { start < $0 } ?? true }) ?? true
            else {
                throw DAVFault(
                    .forbidden, .calDAV("valid-filter"),
                    "A time-range must have a start, an end or both, and its end must be after its start."
                )
            }
            return TimeRange(from: start, to: end)
        }
    }

    private func moment(_ name: String) throws(DAVFault) -> Timestamp? {
        guard let text = attribute(XMLName("", name)) else { return nil }
        guard case .utc(let seconds) = ICalendarTime(text) else {
            throw DAVFault(
                .forbidden, .calDAV("valid-filter"),
                "The \(name) of a time-range must be a UTC time such as 20261201T090000Z.")
        }
        return Timestamp(milliseconds: Int64(seconds) * 1_000)
    }

    fileprivate var textFilter: TextFilter? {
        get throws(DAVFault) {
            guard let element = child(.calDAV("text-match")) else { return nil }
            guard element.text.utf8.count <= TextFilter.textBytesMax else {
                throw DAVFault(
                    .forbidden, .calDAV("supported-filter"),
                    "A text-match must have at most \(TextFilter.textBytesMax) bytes.")
            }
            var collation = TextFilter.Collation.asciiCaseMap
            if let name = element.attribute(XMLName("", "collation")), name != "default" {
                guard let known = TextFilter.Collation(rawValue: name) else {
                    let names = TextFilter.Collation.allCases.map(\.rawValue).joined(separator: ", ")
                    throw DAVFault(
                        .forbidden, .calDAV("supported-collation"),
                        "The collation \(name.prefix(64)) is not supported; use one of \(names).")
                }
                collation = known
            }
            let isNegated = element.attribute(XMLName("", "negate-condition")) == "yes"
            return TextFilter(element.text, by: collation, isNegated: isNegated)
        }
    }
}
