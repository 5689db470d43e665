import Checklists
import HTTP
import Testing
import XML

@Suite struct `A calendar program` {
    private let client = Client()
    private let list = "\(Client.home)shop/"

    @Test func `finds its way from the well-known address to the lists`() async {
        let known = await client.send(.propfind, "/.well-known/caldav")
        #expect(known.status == 301)
        #expect(known.fields[.location] == "/dav/")
        let root = await client.find("/dav/", "<D:current-user-principal/>")
        #expect(
            root.property(.dav("current-user-principal"), of: "/dav/")?.children.first?.text
                == "/dav/principals/1/")
        let principal = await client.find("/dav/principals/1", "<C:calendar-home-set/><D:displayname/>")
        let home = principal.property(.calDAV("calendar-home-set"), of: "/dav/principals/1/")
        #expect(home?.children.first?.text == Client.home)
        #expect(await client.make("shop").status == 201)
        let lists = await client.find(Client.home, depth: "1", "<D:resourcetype/><D:displayname/>")
        #expect(lists.property(.dav("displayname"), of: list)?.text == "shop")
        #expect(lists.property(.dav("resourcetype"), of: list)?.child(.calDAV("calendar")) != nil)
    }

    @Test func `may begin at the root of the server`() async {
        let root = await client.find("/", "<D:current-user-principal/>")
        #expect(
            root.property(.dav("current-user-principal"), of: "/")?.children.first?.text
                == "/dav/principals/1/")
        let options = await client.send(.options, "/")
        #expect(options.status == 200)
        #expect(options.fields[.dav]?.contains("calendar-access") == true)
    }

    @Test func `is told what is not there, and what others have is not there`() async {
        let answer = await client.find("/dav/", "<D:quota/><D:displayname/>")
        #expect(answer.text.contains("404 Not Found"))
        #expect(answer.property(.dav("displayname"), of: "/dav/") != nil)
        #expect(await client.find("/dav/calendars/2/", "<D:displayname/>").status == 404)
        #expect(await client.find("\(Client.home)list-9/", "<D:displayname/>").status == 404)
        #expect(await client.send(.get, "\(Client.home)list-9/a.ics").status == 404)
    }

    @Test func `makes lists by a name once, for tasks alone`() async {
        #expect(await client.make("shop").status == 201)
        #expect(await client.make("shop").status == 405)
        #expect(await client.make("list-7").status == 403)
        let events = Client.document(
            "C:mkcalendar",
            """
            <D:set><D:prop><C:supported-calendar-component-set><C:comp name="VEVENT"/>\
            </C:supported-calendar-component-set></D:prop></D:set>
            """)
        #expect(await client.send(.mkcalendar, "\(Client.home)e/", body: events).status == 403)
        #expect(await client.send(.mkcol, "\(Client.home)c/").status == 403)
        let calendar = Client.document(
            "D:mkcol",
            """
            <D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype>\
            <D:displayname>Très &amp; bien</D:displayname></D:prop></D:set>
            """)
        #expect(await client.send(.mkcol, "\(Client.home)c/", body: calendar).status == 201)
        let found = await client.find("\(Client.home)c/", "<D:displayname/>")
        #expect(found.property(.dav("displayname"), of: "\(Client.home)c/")?.text == "Très & bien")
        #expect(await client.send(.delete, "\(Client.home)c/").status == 204)
        #expect(await client.find("\(Client.home)c/", "<D:displayname/>").status == 404)
        #expect(await client.send(.mkcol, "\(Client.home)c/", body: calendar).status == 201)
    }

    @Test func `sets what it knows of a list, and gets it back`() async {
        _ = await client.make("shop")
        let set = Client.document(
            "D:propertyupdate",
            """
            <D:set><D:prop><I:calendar-color symbolic="red">#FF0000FF</I:calendar-color>\
            <X:thing xmlns:X="urn:x"><X:a>1 &lt; 2</X:a></X:thing><D:displayname>Shop</D:displayname>\
            </D:prop></D:set>
            """)
        let answer = await client.send(.proppatch, list, body: set)
        #expect(answer.status == 207)
        #expect(!answer.text.contains("403"))
        let found = await client.find(
            list, "<I:calendar-color/><X:thing xmlns:X=\"urn:x\"/><D:displayname/>")
        #expect(found.property(.apple("calendar-color"), of: list)?.text == "#FF0000FF")
        #expect(found.property(XMLName("urn:x", "thing"), of: list)?.children.first?.text == "1 < 2")
        #expect(found.property(.dav("displayname"), of: list)?.text == "Shop")
        let remove = Client.document(
            "D:propertyupdate", "<D:remove><D:prop><I:calendar-color/></D:prop></D:remove>")
        #expect(await client.send(.proppatch, list, body: remove).status == 207)
        #expect(
            await client.find(list, "<I:calendar-color/>").property(.apple("calendar-color"), of: list) == nil
        )
    }

    @Test func `sets all or nothing`() async {
        _ = await client.make("shop")
        let set = Client.document(
            "D:propertyupdate",
            "<D:set><D:prop><D:displayname>No</D:displayname><D:sync-token>x</D:sync-token></D:prop></D:set>")
        let answer = await client.send(.proppatch, list, body: set)
        #expect(answer.text.contains("403 Forbidden"))
        #expect(answer.text.contains("424 Failed Dependency"))
        #expect(
            await client.find(list, "<D:displayname/>").property(.dav("displayname"), of: list)?.text
                == "shop")
    }

    @Test func `cannot ask for everything at once`() async {
        let answer = await client.send(.propfind, Client.home, ["Depth": "infinity"])
        #expect(answer.status == 403)
        #expect(answer.condition == .dav("propfind-finite-depth"))
    }

    @Test func `is told what is possible`() async {
        let answer = await client.send(.options, "/dav/")
        #expect(answer.fields[.dav]?.contains("calendar-access") ?? false)
        let object = await client.send(.options, "\(list)a.ics")
        #expect(object.fields[.allow]?.contains("PUT") ?? false)
        #expect(await client.send(.post, "\(list)a.ics").status == 405)
    }

    @Test(arguments: ["<a", "<!DOCTYPE a><D:propfind/>", "<D:other xmlns:D=\"DAV:\"/>"])
    func `is told what is wrong with its documents`(body: String) async {
        #expect(await client.send(.propfind, "/dav/", ["Depth": "0"], body: body).status == 400)
        _ = await client.make("shop")
        #expect([400, 403].contains(await client.send(.report, list, body: body).status))
        #expect(await client.send(.proppatch, list, body: body).status == 400)
    }
}
