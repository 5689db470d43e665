"""What tests of time have in common."""

PARIS = "Europe/Paris"
# A Monday, on which the clocks of Paris show ten.
NOW = "2026-11-23T10:00:00+01:00"


def part(window, text, name):
    return window.row(text).locator(f"[data-part={name}]")


def chip(form, name):
    return form.get_by_role("button", name=name, exact=True)
