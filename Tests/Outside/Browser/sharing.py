"""What people do in the dialogs about themselves and who is on a list."""

import re

from playwright.sync_api import expect

PHONE = (390, 844)


def link_in(window):
    """Where the link leads that the topmost dialog shows."""
    address = window.dialog().last.get_by_label("Link", exact=True).input_value()
    assert address.startswith(window.origin + "/#join=")
    return address.removeprefix(window.origin)


def modules(dialog):
    """The modules of the code in a dialog, without its quiet zone."""
    drawing = dialog.locator(".code svg")
    expect(drawing).to_be_visible()
    side = int(drawing.get_attribute("viewBox").split()[2])
    path = drawing.locator("path").last.get_attribute("d")
    dark = {(int(y), int(x)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    return [[(row, column) in dark for column in range(4, side - 4)] for row in range(4, side - 4)]


def close(window):
    window.dialog().last.get_by_role("button", name="Close").click()


def open_account(window):
    window.button("Account").click()
    expect(window.dialog().get_by_label("My name")).to_be_visible()
    return window.dialog()


def open_sharing(window):
    window.choose_in_menu("Share…")
    expect(window.dialog().get_by_role("heading", name="Share", level=2)).to_be_visible()
    return window.dialog()


def turn_on_sign_in(window):
    """Confirms that from now on this computer needs a sign-in."""
    window.dialog().last.get_by_role("button", name="Turn on", exact=True).click()


def people_in(dialog):
    return dialog.get_by_role("list", name="Members").get_by_role("listitem")


def share_with_ada(owner, role):
    dialog = open_sharing(owner)
    dialog.get_by_label("Add person").select_option("Ada Lovelace")
    dialog.get_by_label("Role", exact=True).select_option(role)
    dialog.get_by_role("button", name="Add").click()
    expect(people_in(dialog)).to_have_count(2)
    owner.expect_accessible()
    close(owner)


def make_link(owner, role, lasting=None):
    """The link to the open list that its owner makes; as long as the page proposes, unless it is said."""
    dialog = open_sharing(owner)
    dialog.get_by_label("Link role").select_option(role)
    if lasting:
        dialog.get_by_label("Link expiry").select_option(lasting)
    dialog.get_by_role("button", name="Create link").click()
    expect(owner.dialog().last.get_by_label("Link", exact=True)).to_be_visible()
    link = link_in(owner)
    close(owner)
    expect(dialog.get_by_role("list", name="Share links").get_by_role("listitem")).to_have_count(1)
    owner.expect_accessible()
    close(owner)
    return link
