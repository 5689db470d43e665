"""QR codes of links on the page: drawn by the service, and readable."""

import pytest
from playwright.sync_api import expect
from qr_codes import read
from sharing import link_in, modules, open_sharing


def open_link(window):
    """Makes a link to the open list, and answers the dialog that shows it."""
    dialog = open_sharing(window)
    dialog.get_by_role("button", name="Create link").click()
    shown = window.dialog().last
    expect(shown.get_by_label("Link", exact=True)).to_be_visible()
    return shown


@pytest.mark.gate
def test_a_camera_reads_the_link(owner):
    dialog = open_link(owner)
    assert read(modules(dialog)) == owner.origin + link_in(owner)
    paths = dialog.locator(".code path").all()
    colours = [path.evaluate("path => getComputedStyle(path).fill") for path in paths]
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    owner.expect_accessible()
    sent = [request for request in owner.requests if "/v1/qr-codes" in request.url]
    assert [request.url for request in sent] == [owner.origin + "/v1/qr-codes"], "the link is in no address"


def test_without_a_connection_the_link_is_there_all_the_same(owner):
    owner.refusals += ("net::ERR_FAILED",)
    owner.page.route("**/v1/qr-codes", lambda route: route.abort())
    dialog = open_link(owner)
    expect(dialog.locator(".code")).to_have_text("The QR code needs a connection. The link still works.")
    assert link_in(owner)
