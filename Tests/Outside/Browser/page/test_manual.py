"""The manual under /docs: readable on a phone, in light and dark, without scripts."""

import pytest
from axe_playwright_python.sync_playwright import Axe

PAGES = ["", "/Clients", "/Proxies", "/Settings"]
SCREENS = [pytest.param(390, "dark", marks=pytest.mark.gate), (390, "light"), (1280, "dark"), (1280, "light")]


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_no_page_is_wider_than_the_screen(chromium, service, width, scheme):
    size = {"width": width, "height": 844}
    context = chromium.new_context(viewport=size, color_scheme=scheme)
    page = context.new_page()
    errors = []
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    for name in PAGES:
        answer = page.goto(f"http://127.0.0.1:{service.port}/docs{name}")
        assert answer.ok, name
        assert page.evaluate("document.scripts.length") == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        result = Axe().run(page)
        assert result.violations_count == 0, result.generate_report()
        assert ground == {"light": "rgb(244, 245, 243)", "dark": "rgb(20, 22, 21)"}[scheme]
    assert errors == []
    context.close()
