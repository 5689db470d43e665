"""The drawings of views without content."""

import pytest
from playwright.sync_api import expect


@pytest.mark.gate
def test_every_empty_view_has_a_drawing_of_its_own(content, open_window):
    content.send("DELETE", "/v1/checklists/1")
    content.send("DELETE", "/v1/trash")
    window = open_window()
    expect(window.page.locator("#no-lists")).to_be_visible()
    names = {"lists": window.page.locator("#sidebar .blank use")}
    drawn = {}
    for place in ("lists", "agenda", "reminders", "trash"):
        if place != "lists":
            window.go(f"/#/{place}")
            expect(window.page.locator("main h1")).to_have_text(place.capitalize())
        drawing = names.get(place, window.page.locator("main .blank use"))
        expect(drawing).to_have_attribute("href", f"#blank-{place}")
        window.wait_for("() => document.querySelector('#blank-lists')")
        assert drawing.bounding_box()["height"] > 40, place
        drawn[place] = window.page.locator(f"#blank-{place}").evaluate("symbol => symbol.innerHTML")
        window.expect_accessible()
    assert len(set(drawn.values())) == len(drawn)
    window.page.get_by_role("searchbox", name="Search lists and items").fill("nothing like it")
    expect(names["lists"]).to_have_attribute("href", "#blank-search")
