import Checklists
import HTTP
import JSON
import Testing
import Web

@Suite struct `The icons` {
    let service = Service()

    @Test func `are listed with where their pictures are`() async throws {
        let answer = await service.get("/v1/icons")
        #expect(answer.status == 200)
        #expect(answer.elements.map { $0["name"]?.text } == Icon.allCases.map(\.rawValue))
        #expect(answer.elements.first?["url"] == "/icons/no-icon.svg")
        let pictures = Router<Never, Never>(WebPage.routes())
        for element in answer.elements {
            let path = try #require(element["url"]?.text)
            let head = RequestHead(method: .get, target: RequestTarget(path: path))
            let picture = await pictures.respond(to: Request(head: head))
            #expect(picture.status == .ok, "\(path)")
            #expect(picture.fields[.contentType] == "image/svg+xml", "\(path)")
        }
    }

    @Test func `are what a list may have`() async {
        for icon in await service.get("/v1/icons").elements {
            let name = icon["name"]?.text ?? ""
            let made = await service.post("/v1/checklists", "{\"name\": \"A\", \"icon\": \"\(name)\"}")
            #expect(made.status == 201)
        }
    }

    @Test func `are not sent again to who has them`() async {
        let tag = await service.get("/v1/icons").fields[.etag] ?? ""
        #expect(await service.get("/v1/icons", [.ifNoneMatch: tag]).status == 304)
    }
}
