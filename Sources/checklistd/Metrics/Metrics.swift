import API
import Checklists
import Glibc
import HTTP
import HTTPServer

/// The request metrics since the start, for Prometheus.
final class Metrics: Sendable {
    /// The bounds of answer times in seconds, from memory access to a slow disk.
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

    /// Counts an answer of a route, by its index; `nil` if no route matched.
    func record(_ status: Status, of route: Int?, nanoseconds: UInt64) {
        (route.map { routes[$0] } ?? unrouted).record(status, nanoseconds: nanoseconds)
    }

    /// The page at `/metrics`.
    func page(
        server: Statistics, of served: any ServedStore, at moment: Timestamp
    ) async -> MetricsPage {
        var page = MetricsPage()
        page.family(
            "checklistd_build_info", .gauge, "The version of the program.",
            ["checklistd_build_info{version=\"\(Version.current)\"} 1"])
        addRequests(to: &page)
        addConnections(server, to: &page)
        // If the store fails, only its gauges are missing.
        let amounts = try? await served.amounts()
        if let amounts {
            page.single("checklistd_checklists", .gauge, "Checklists of all people.", amounts.checklists)
            page.single("checklistd_items", .gauge, "Items of all people.", amounts.items)
            page.single(
                "checklistd_data_bytes", .gauge, "Approximate size of everything in files.",
                amounts.dataBytes)
        }
        page.single(
            "checklistd_storage_writable", .gauge, "1 if the store takes changes, else 0.",
            served.obstacle == nil ? 1 : 0)
        served.addMetrics(to: &page)
        reminders.add(amounts, at: moment, to: &page)
        addProcess(to: &page)
        return page
    }

    /// Adds the metrics of requests.
    func addRequests(to page: inout MetricsPage) {
        let all = routes + [unrouted]
        page.family(
            "checklistd_http_requests_total", .counter, "Responses, by route and status.",
            all.flatMap { $0.countLines("checklistd_http_requests_total") })
        page.family(
            "checklistd_http_request_duration_seconds", .histogram,
            "Seconds from a complete request to its response, by route, including the sync of changes.",
            all.flatMap { $0.durationLines("checklistd_http_request_duration_seconds") })
    }

    private func addConnections(_ server: Statistics, to page: inout MetricsPage) {
        page.single(
            "checklistd_connections_open", .gauge, "Open connections.", server.openConnections)
        page.single(
            "checklistd_connections_accepted_total", .counter, "Connections accepted.", server.accepted)
        page.single(
            "checklistd_connections_refused_total", .counter, "Connections refused beyond the limit.",
            server.refused)
        page.family(
            "checklistd_http_malformed_requests_total", .counter,
            "Malformed requests, by status.",
            server.failuresByStatus.sorted { $0.key < $1.key }.map {
                "checklistd_http_malformed_requests_total{status=\"\($0.key)\"} \($0.value)"
            })
        page.single("checklistd_received_bytes_total", .counter, "Bytes received.", server.bytesIn)
        page.single("checklistd_sent_bytes_total", .counter, "Bytes sent.", server.bytesOut)
    }

    private func addProcess(to page: inout MetricsPage) {
        guard let process = ProcessStatistics.current() else { return }
        page.single(
            "process_start_time_seconds", .gauge, "Start of the process, in seconds since 1970.",
            process.startSeconds)
        page.single("process_cpu_seconds_total", .counter, "User and system CPU time.", process.cpuSeconds)
        page.single("process_resident_memory_bytes", .gauge, "Resident memory.", process.residentBytes)
        page.single("process_open_fds", .gauge, "Open file descriptors.", process.openDescriptors)
        page.single("process_max_fds", .gauge, "Limit of file descriptors.", process.descriptorsMax)
    }
}

/// The metrics of one route.
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
