/// A page in Prometheus' text format, put together family by family.
struct MetricsPage {
    /// The media type that goes with it.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// How a family behaves.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// Begins a family: everything that follows until the next one belongs to it.
    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ lines: [String]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for line in lines { text += "\(line)\n" }
    }

    /// A family of one number.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: some Numeric) {
        family(name, kind, help, ["\(name) \(value)"])
    }
}
