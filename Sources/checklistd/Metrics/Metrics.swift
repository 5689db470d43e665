import API
import Checklists
import Glibc
import HTTP
import HTTPServer

/// What has been counted of requests since the start, for Prometheus.
final class Metrics: Sendable {
    /// Bounds for answers, in seconds: from what memory takes to what a slow disk does.
    private static let answerBounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5,
    ]

    private let routes: [RouteMetrics]
    private let unrouted = RouteMetrics(method: "none", pattern: "none", bounds: Metrics.answerBounds)
    private let reminders: ReminderMetrics

    init(routes: [CallerRoute], reminders: ReminderMetrics) {
        self.routes = routes.map {
            RouteMetrics(method: $0.method.rawValue, pattern: $0.pattern, bounds: Metrics.answerBounds)
        }
        self.reminders = reminders
    }

    /// Counts an answer of a route, by its index, or of none.
    func record(_ status: Status, of route: Int?, nanoseconds: UInt64) {
        (route.map { routes[$0] } ?? unrouted).record(status, nanoseconds: nanoseconds)
    }

    /// The page that `/metrics` answers.
    func page(
        server: Statistics, of served: any ServedStore, at moment: Timestamp
    ) async -> MetricsPage {
        var page = MetricsPage()
        page.family(
            "checklistd_build_info", .gauge, "Which version this is.",
            ["checklistd_build_info{version=\"\(Version.current)\"} 1"])
        addRequests(to: &page)
        addConnections(server, to: &page)
        // A store that cannot tell at present leaves its gauges out; all others are told.
        let amounts = try? await served.amounts()
        if let amounts {
            page.single("checklistd_checklists", .gauge, "Checklists.", amounts.checklists)
            page.single("checklistd_items", .gauge, "Items.", amounts.items)
        }
        page.single(
            "checklistd_storage_writable", .gauge, "Whether changes are taken.",
            served.obstacle == nil ? 1 : 0)
        served.addMetrics(to: &page)
        reminders.add(amounts, at: moment, to: &page)
        addProcess(to: &page)
        return page
    }

    /// Adds what was counted of requests.
    func addRequests(to page: inout MetricsPage) {
        let all = routes + [unrouted]
        page.family(
            "checklistd_http_requests_total", .counter, "Answers, by route and status.",
            all.flatMap { $0.countLines("checklistd_http_requests_total") })
        page.family(
            "checklistd_http_request_duration_seconds", .histogram,
            "From a complete request to its answer, by route; for changes, the sync included.",
            all.flatMap { $0.durationLines("checklistd_http_request_duration_seconds") })
    }

    private func addConnections(_ server: Statistics, to page: inout MetricsPage) {
        page.single(
            "checklistd_connections_open", .gauge, "Connections that are open.", server.openConnections)
        page.single(
            "checklistd_connections_accepted_total", .counter, "Connections accepted.", server.accepted)
        page.single(
            "checklistd_connections_refused_total", .counter, "Connections turned away: too many.",
            server.refused)
        page.family(
            "checklistd_http_malformed_requests_total", .counter,
            "Requests that could not be read, by status.",
            server.failuresByStatus.sorted { $0.key < $1.key }.map {
                "checklistd_http_malformed_requests_total{status=\"\($0.key)\"} \($0.value)"
            })
        page.single("checklistd_received_bytes_total", .counter, "Bytes received.", server.bytesIn)
        page.single("checklistd_sent_bytes_total", .counter, "Bytes sent.", server.bytesOut)
    }

    private func addProcess(to page: inout MetricsPage) {
        if let process = ProcessStatistics.current() {
            page.single("process_resident_memory_bytes", .gauge, "Resident memory.", process.residentBytes)
            page.single("process_open_fds", .gauge, "Open descriptors.", process.openDescriptors)
        }
    }
}

/// The answers of one route.
private final class RouteMetrics: Sendable {
    private let labels: String
    private let statuses: [Counter]
    private let durations: Histogram

    init(method: String, pattern: String, bounds: [Double]) {
        labels = "method=\"\(method)\",route=\"\(pattern)\""
        statuses = Status.all.map { _ in Counter() }
        durations = Histogram(bounds: bounds)
    }

    func record(_ status: Status, nanoseconds: UInt64) {
        if let index = Status.all.firstIndex(of: status) { statuses[index].add() }
        durations.record(nanoseconds: nanoseconds)
    }

    func countLines(_ name: String) -> [String] {
        zip(Status.all, statuses).compactMap { status, counter in
            counter.value == 0 ? nil : "\(name){\(labels),status=\"\(status.code)\"} \(counter.value)"
        }
    }

    func durationLines(_ name: String) -> [String] {
        statuses.contains { $0.value > 0 } ? durations.lines(name, labels: labels) : []
    }
}
