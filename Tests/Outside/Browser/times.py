"""What tests of time have in common."""

from window import panel

PARIS = "Europe/Paris"
# A Monday, on which the clocks of Paris show ten.
NOW = "2026-11-23T10:00:00+01:00"


def part(window, text, name):
    return window.row(text).locator(f"[data-part={name}]")


def of_date(form, name):
    """A button of the date's panel, which is opened."""
    return chip(panel(form, "Date"), name)


def repeat(form):
    """The field for the way to repeat, whose panel is opened."""
    return panel(form, "Repeat").get_by_label("Repeat", exact=True)


def chip(form, name):
    return form.get_by_role("button", name=name, exact=True)
