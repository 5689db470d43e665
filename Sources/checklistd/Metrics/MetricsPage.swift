/// A page in Prometheus' text format, built family by family.
struct MetricsPage {
    /// The media type of the page.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// The kind of a metric family.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// Adds a family with its help text and sample lines.
    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ lines: [String]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for line in lines { text += "\(line)\n" }
    }

    /// Adds a family with one sample.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: some Numeric) {
        family(name, kind, help, ["\(name) \(value)"])
    }
}
