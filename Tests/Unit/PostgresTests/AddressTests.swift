import SQL
import Testing

@testable import Postgres

@Suite(.enabled(if: (try? Library("libpq.so.5")) != nil, "libpq is not installed"))
struct `An address` {
    private func address(_ text: String) throws -> Address {
        let configuration = Client.Configuration(address: text, applicationName: "tests")
        return try Address(configuration, Library("libpq.so.5"))
    }

    @Test(arguments: [
        "postgres://me:s3cret@db/lists", "postgres://db/lists?password=s3cret", "password=s3cret",
        "password=s3cret more", "host=db sslpassword=s3cret",
    ])
    func `with a password is refused, and not repeated`(text: String) {
        let error = #expect(throws: PostgresError.self) { try address(text) }
        #expect(error.map { "\($0)".contains("s3cret") } == false)
    }

    @Test func `with a password is told where it belongs`() {
        let error = #expect(throws: PostgresError.self) { try address("postgres://me:s3cret@db") }
        #expect(error?.description.contains("PGPASSWORD") == true)
    }

    @Test func `is split into its servers`() throws {
        let hosts = try address("postgres://one:1,two:2,192.0.2.3:3/lists").hosts
        #expect(hosts.map(\.name) == ["one:1", "two:2", "192.0.2.3:3"])
        #expect(hosts.map(\.lookup) == ["one", "two", nil])
        #expect(hosts.map { $0.parameters["port"] } == ["1", "2", "3"])
        #expect(hosts.allSatisfy { $0.parameters["dbname"] == "lists" })
        #expect(throws: PostgresError.self) { try address("host=one,two port=1,2,3") }
    }

    @Test(arguments: [
        ("postgres://db/lists", "verify-full"), ("postgres://localhost,db/lists", "verify-full"),
        ("postgres://localhost,127.0.0.1,[::1]/lists", nil), ("host=/run/postgresql", nil),
        ("postgres://db/lists?sslmode=require", "require"), ("service=lists", "verify-full"),
    ])
    func `proves who the server is, but on this machine`(text: String, mode: String?) throws {
        let address = try address(text)
        #expect(address.hosts.allSatisfy { $0.parameters["sslmode"] == mode })
        #expect(address.warnings.isEmpty == (mode != "require"))
    }

    @Test func `counts where it says otherwise`() throws {
        let host = try #require(
            address("host=db sslrootcert=/own.crt tcp_user_timeout=9 options='-c lock_timeout=1s'").hosts
                .first)
        #expect(host.parameters["sslrootcert"] == "/own.crt")
        for lane in Lane.allCases { #expect(host.parameters(for: lane)["tcp_user_timeout"] == "9") }
        let configuration = Client.Configuration(address: "", applicationName: "tests")
        #expect(host.parameters(for: .read)["options"] == "-c lock_timeout=1s")
        let settings = host.settings(for: .read, configuration)
        #expect(settings["lock_timeout"] == nil && settings["statement_timeout"] != nil)
    }

    @Test func `without a library names the package`() {
        var configuration = Client.Configuration(address: "postgres://localhost", applicationName: "tests")
        configuration.library = "libpq.so.0"
        let client = Client(configuration)
        let error = #expect(throws: PostgresError.self) { try client.start() }
        #expect(error?.description.contains("install the package libpq5") == true)
    }
}
