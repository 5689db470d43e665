"""The page as a program of its own: what a browser asks before it offers to install it."""

import struct

import pytest


@pytest.fixture(scope="session")
def chromium(whole_chromium):
    """The shell installs nothing."""
    return whole_chromium


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, marks=pytest.mark.gate, id="desktop"),
        pytest.param({"size": (390, 844), "has_touch": True, "is_mobile": True}, id="phone"),
    ],
)
def test_a_browser_offers_to_install_it(open_window, options):
    window = open_window("/", service_workers="allow", **options)
    window.expect_texts("Edit your first item", "Swipe me to delete")
    session = window.context.new_cdp_session(window.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest")
    assert session.send("Page.getAppId")["appId"] == f"{window.origin}/"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The windows of these tests keep nothing, and nothing can be installed from such a one.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


@pytest.mark.gate
def test_its_shortcuts_are_named_in_the_language_of_the_browser(open_window, service):
    names = {
        "en-GB": ["Add item", "Today", "Agenda"],
        "de-DE": ["Eintrag hinzufügen", "Heute", "Agenda"],
        "fr-FR": ["Ajouter un élément", "Aujourd’hui", "Agenda"],
        "ja-JP": ["項目を追加", "今日", "予定"],
    }
    tags = set()
    for locale, expected in names.items():
        accepted = {"accept-language": f"nl,{locale};q=0.9,{locale[:2]};q=0.8"}
        _, headers, manifest = service.request("GET", "/assets/manifest.webmanifest", headers=accepted)
        assert [shortcut["name"] for shortcut in manifest["shortcuts"]] == expected
        assert headers["vary"] == "Accept-Encoding, Accept-Language"
        tags.add(headers["etag"])
    assert len(tags) == len(names)
    window = open_window("/", locale="de-DE")
    manifest = window.context.new_cdp_session(window.page).send("Page.getAppManifest")
    assert "Heute" in manifest["data"] and manifest["errors"] == []


@pytest.mark.gate
def test_every_picture_of_it_is_as_large_as_it_says(service):
    _, headers, manifest = service.request("GET", "/assets/manifest.webmanifest")
    assert headers["content-type"] == "application/manifest+json"
    for icon in manifest["icons"]:
        _, headers, body = service.request("GET", f"/assets/{icon['src']}")
        assert headers["content-type"] == icon["type"] == "image/png"
        assert body.startswith(b"\x89PNG\r\n\x1a\n")
        assert "{}x{}".format(*struct.unpack(">II", body[16:24])) == icon["sizes"]
    for path, kind in (("/favicon.ico", "image/vnd.microsoft.icon"), ("/assets/icon-180.png", "image/png")):
        status, headers, body = service.request("GET", path)
        assert (status, headers["content-type"]) == (200, kind)
        assert b"\x89PNG" in body


def test_what_is_around_the_page_has_its_colour(open_window):
    window = open_window("/", color_scheme="light")
    shown = """[...document.querySelectorAll('[name=theme-color]')]
        .filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)"""
    assert window.page.evaluate(shown) == ["#fff"]
    window.page.emulate_media(color_scheme="dark")
    assert window.page.evaluate(shown) == ["#1b1e1d"]
    window.page.get_by_role("link", name="Settings").click()
    window.page.get_by_role("radio", name="Light").check()
    assert window.page.evaluate(shown) == ["#fff"]
