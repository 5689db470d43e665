import Testing

@testable import checklistd

@Suite struct `A location where everything is kept` {
    @Test func `is a folder, or a database by its address`() throws {
        #expect(try DataLocation("./data", flag: "to") == .folder("./data"))
        let address = "postgres://me@one,two:6432/lists?target_session_attrs=read-write"
        #expect(try DataLocation(address, flag: "to") == .database(DatabaseAddress(address, flag: "to")))
        #expect(try DataLocation(address, flag: "to").description == address)
        #expect(throws: Failure.self) { try DataLocation("", flag: "to") }
    }

    @Test(arguments: [
        "postgres://me:pa55@host/lists", "postgresql://me:pa55@/lists", "postgres://:pa55@host",
        "postgres://host/lists?password=pa55", "postgres:///lists?host=/run&sslpassword=pa55",
        "postgres://host/lists?pass%77ord=pa55", "Postgres://pa55", "mysql://pa55", "pa55",
    ])
    func `is no database with a password in it, nor another kind`(text: String) {
        let failure = #expect(throws: Failure.self) { try DatabaseAddress(text, flag: "store") }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains("pa55") == false)
    }

    @Test(arguments: [
        "postgres://me@host:5432/lists", "postgresql://[::1]:5432,host:5433/lists",
        "postgres:///?service=lists", "postgres:///lists?host=/run/postgresql",
    ])
    func `is a database without one`(text: String) throws {
        #expect(try DatabaseAddress(text, flag: "store").text == text)
    }

    private func parsed(
        _ line: String, _ environment: [String: String] = [:]
    ) throws(Failure) -> CommandLineArguments {
        try CommandLineArguments(line.split(separator: " ").map(String.init), environment: environment)
    }

    @Test func `is one, wherever it is named`() throws {
        let address = "postgres://host/lists"
        #expect(try parsed("--store \(address)").configuration.database?.text == address)
        #expect(try parsed("", ["CHECKLISTD_STORE": address]).configuration.database?.text == address)
        #expect(try parsed("--data d", ["CHECKLISTD_STORE": ""]).configuration.database == nil)
        for (line, environment) in [
            ("--data d --store \(address)", [:]), ("--data d", ["CHECKLISTD_STORE": address]),
            ("verify --store \(address)", ["CHECKLISTD_DATA": "d"]),
        ] {
            let failure = #expect(throws: Failure.self) { try parsed(line, environment) }
            for part in ["--data d", "--store \(address)", "Drop"] {
                #expect(failure?.message.contains(part) == true)
            }
        }
        #expect(try parsed("schema --store \(address)", ["CHECKLISTD_DATA": "d"]).command == .schema)
    }

    @Test func `is named twice to be taken to another`() throws {
        let arguments = try parsed("migrate --from ./data --to postgres://host/lists")
        #expect(arguments.configuration.source == .folder("./data"))
        #expect(arguments.configuration.destination?.description == "postgres://host/lists")
        #expect(arguments.configuration.with(.folder("other")).data == "other")
    }
}
