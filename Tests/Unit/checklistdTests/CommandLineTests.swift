import Checklists
import HTTPServer
import Testing

@testable import checklistd

@Suite struct `A command line` {
    private func parsed(
        _ line: String, _ environment: [String: String] = [:]
    ) throws(Failure) -> CommandLineArguments {
        try CommandLineArguments(line.split(separator: " ").map(String.init), environment: environment)
    }

    private func refusal(_ line: String, _ environment: [String: String] = [:]) -> String {
        do throws(Failure) {
            _ = try parsed(line, environment)
            return "taken"
        } catch {
            #expect(error.status == .usage)
            return error.message
        }
    }

    @Test func `names a command, before its flags or behind them`() throws {
        for line in ["backup /b --data d", "--data d backup /b", "--data=d backup -- /b"] {
            let arguments = try parsed(line)
            #expect(arguments.command == .backup)
            #expect(arguments.operands == ["/b"])
            #expect(arguments.configuration.data == "d")
        }
        #expect(try parsed("").command == .serve)
        #expect(try parsed("token list").command == .listTokens)
        #expect(try parsed("person add Ada").command == .addPerson)
        #expect(try parsed("person list").command == .listPeople)
        #expect(try parsed("device list").command == .listDevices)
        #expect(try parsed("import -").operands == ["-"])
        #expect(try parsed("import -- --odd").operands == ["--odd"])
    }

    @Test(arguments: [
        ("bakcup x", "Unknown command bakcup. Did you mean backup?"),
        ("verfy", "Unknown command verfy. Did you mean verify?"),
        ("token", "checklistd token is incomplete: use token create, token list or token revoke."),
        (
            "person",
            "checklistd person is incomplete: use person add, person list, person remove or person link."
        ),
        ("device", "checklistd device is incomplete: use device list or device revoke."),
        ("person ad Ada", "Unknown command person ad. Did you mean person add?"),
        ("person add", "checklistd person add takes NAME beside its flags, but got nothing."),
        ("person add Ada Lovelace", "checklistd person add takes NAME beside its flags, but got 'Ada Love"),
        ("person link", "checklistd person link takes ID beside its flags, but got nothing."),
        ("person add Ada --name x", "checklistd person add has no flag --name, which belongs to token"),
        (
            "person add Ada --scope all",
            "--scope cannot be 'all'; use one of feed, read, assist, write, admin."
        ),
        ("person add Ada --url x", "--url needs an address that begins with https:// or http://."),
        ("person add Ada --url http://x/#y", "--url needs an address that begins with"),
        ("--map-tiles https://tile.example/map.png", "--map-tiles needs an https:// or http:// address"),
        ("person remove 2 --transfer-to x", "--transfer-to cannot be 'x'; use an id from checklistd person"),
        ("device revoke 2 --person 0", "--person cannot be '0'; use an id from checklistd person list."),
        ("token crate", "Unknown command token crate. Did you mean token create?"),
        ("help verifi", "Unknown command verifi. Did you mean verify?"),
        ("--listn x", "Unknown flag --listn. Did you mean --listen, --lists or --list?"),
        ("--log json", "Unknown flag --log. Did you mean --log-level, --log-format or --access-log?"),
        ("--proxy x", "Unknown flag --proxy. Did you mean --proxy-user-header, --proxy-trusted"),
        ("-v", "Unknown flag -v. "),
        ("versions", "Unknown command versions. See checklistd help."),
        ("frobnicate", "Unknown command frobnicate. See checklistd help."),
        ("--data --listen 127.0.0.1:0", "--data needs a value: --data DIR."),
        ("--data", "--data needs a value: --data DIR."),
        ("--no-auth=true", "--no-auth takes no value."),
        ("--data a --data b", "--data is given twice; give it once."),
        ("backup", "checklistd backup takes DIR beside its flags, but got nothing."),
        ("verify x y", "checklistd verify takes nothing beside its flags, but got 'x y'."),
        ("--dry-run", "checklistd serve has no flag --dry-run, which belongs to import."),
        ("verify --no-auth", "checklistd verify has no flag --no-auth, which belongs to serve."),
        ("completion", "checklistd completion takes SHELL beside its flags, but got nothing."),
        ("completion tcsh", "checklistd completion takes one of bash, zsh, fish, not 'tcsh'."),
    ])
    func `is refused with what may have been meant`(line: String, beginning: String) {
        let message = refusal(line)
        #expect(message.hasPrefix(beginning), "\(message)")
    }

    @Test(arguments: [
        ("--help", []), ("-h --bogus", []), ("nonsense --help", []), ("--listen x --help", []),
        ("token --help", [Command.createToken, .listTokens, .revokeToken]),
        ("token create --nam --help", [.createToken]), ("import x --help", [.importLists]),
        ("serve --help", [.serve]),
    ])
    func `asks for help`(line: String, commands: [Command]) throws {
        let variables = ["CHECKLISTD_DATA": "", "CHECKLISTD_LISTN": "x"]
        #expect(try parsed(line, variables).notice == .help(commands))
    }

    @Test(arguments: ["--version", "version", "serve --version"])
    func `asks for the version`(line: String) throws {
        #expect(try parsed(line).notice == .version)
    }

    @Test func `says who is meant, and where the page is`() throws {
        let removal = try parsed("person remove 2 --transfer-to 1")
        #expect(removal.operands == ["2"])
        #expect(removal.configuration.newOwner?.rawValue == 1)
        #expect(try parsed("device revoke 17 --person 2").configuration.personID?.rawValue == 2)
        let link = try parsed("person link 1 --scope admin --url https://lists.example/")
        #expect(link.configuration.tokenScope == .admin)
        #expect(try link.configuration.pageAddress() == "https://lists.example")
        for (listening, address) in [
            ("", "http://127.0.0.1:8080"), ("0.0.0.0:80", "http://localhost:80"),
            ("unix:/x,127.0.0.1:0,[::1]:81", "http://[::1]:81"),
        ] {
            let variables = listening.isEmpty ? [:] : ["CHECKLISTD_LISTEN": listening]
            #expect(try parsed("person add Ada", variables).configuration.pageAddress() == address)
        }
        let socket = try parsed("person add Ada", ["CHECKLISTD_LISTEN": "unix:/x"])
        #expect(throws: Failure.self) { try socket.configuration.pageAddress() }
    }

    @Test func `gives devices what they may have`() throws {
        #expect(try parsed("person add Ada").configuration.deviceScope() == .write)
        #expect(try parsed("person add Ada --scope read").configuration.deviceScope() == .read)
        let feed = try parsed("person add Ada --scope feed")
        #expect(throws: Failure.self) { try feed.configuration.deviceScope() }
    }

    @Test func `asks for help on a command by its name`() throws {
        let variables = ["CHECKLISTD_LISTN": "x"]
        #expect(try parsed("help", variables).operands.isEmpty)
        #expect(try parsed("help token", variables).operands == ["token"])
        #expect(try parsed("help token list", variables).operands == ["token list"])
    }

    @Test func `takes what stands behind two dashes as it is`() {
        #expect(refusal("backup -- --help") == "taken")
        #expect(refusal("backup -- --help x").contains("got '--help x'"))
    }

    @Test func `goes before the environment`() throws {
        let variables = ["CHECKLISTD_DATA": "a", "CHECKLISTD_LISTEN": "127.0.0.1:1,127.0.0.1:2"]
        let arguments = try parsed("--listen 127.0.0.1:3", variables)
        #expect(arguments.configuration.data == "a")
        #expect(arguments.configuration.listen.map(\.description) == ["127.0.0.1:3"])
        #expect(try parsed("", variables).configuration.listen.count == 2)
    }

    @Test(arguments: [
        ("CHECKLISTD_LISTN", "CHECKLISTD_LISTEN"), ("CHECKLISTD_RATE_LIMITS", "CHECKLISTD_RATE_LIMIT"),
        ("CHECKLISTD_CORS_ORIGINS", "CHECKLISTD_CORS_ORIGIN"), ("CHECKLISTD_DAAT", "CHECKLISTD_DATA"),
    ])
    func `is refused beside a variable that is misspelled`(variable: String, meant: String) {
        for line in ["", "verify"] {
            #expect(
                refusal(line, [variable: "1"])
                    == "Unknown environment variable \(variable). "
                    + "Did you mean \(meant)? Rename or unset it.")
        }
    }

    @Test func `lets pass what supervisors set for a service of this name`() throws {
        let variables = [
            "CHECKLISTD_SERVICE_HOST", "CHECKLISTD_SERVICE_PORT", "CHECKLISTD_PORT",
            "CHECKLISTD_PORT_8080_TCP", "CHECKLISTD_PORT_8080_TCP_ADDR",
        ]
        let environment = Dictionary(uniqueKeysWithValues: variables.map { ($0, "x") })
        #expect(try parsed("", environment).unknownVariables == variables.sorted())
    }

    @Test func `of any words whatever is taken or refused, and never crashes`() {
        let words =
            ["-", "--", "---", "-x", "=", "--=", "--data=", "--data", "", "\u{0}", "é=é"]
            + ["help", "token", "create"]
            + [String(repeating: "x", count: 100_000), "--" + String(repeating: "a", count: 100_000)]
        for first in words {
            for second in words {
                for third in words {
                    do throws(Failure) {
                        _ = try CommandLineArguments([first, second, third], environment: [:])
                    } catch {
                        #expect(error.status == .usage)
                    }
                }
            }
        }
    }
}

@Suite struct `A word that is not known` {
    @Test func `is not taken for one that is altogether different`() {
        #expect(Suggestion.question(for: "zzz", among: ["listen", "data"]).isEmpty)
        #expect(Suggestion.question(for: "xy", among: ["xylophone"]).isEmpty)
    }
}
