"""Random rules in many time zones beside what python-dateutil makes of them: half of them with exceptions and
a due time after the start, and half of them looked at from a later day on. And items that come again, as
recurring-ical-events finds them in the calendar.

usage: recurrence.py [--rules N] [--items N] [--seed S]

Run by a Python that has python-dateutil, icalendar and recurring-ical-events. RECURRENCE_FIXTURE names the
program RecurrenceFixture where it is not in .build/release.

Where the two differ, and why that is so:

- Of a week of which something began in the middle, dateutil counts BYSETPOS from the beginning, as if the
  days before were none of it; for months and years it does not. RFC 5545 knows no such difference, and
  neither does the service. dateutil is told that such a rule began with the week.
"""

import collections
import datetime
import pathlib
import random
import subprocess
import sys
import zoneinfo

import icalendar
import recurring_ical_events
from dateutil.rrule import rruleset, rrulestr

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from options import options  # noqa: E402
from service import BINARY, Service  # noqa: E402

ZONES = [
    "UTC", "Europe/Paris", "Europe/London", "Europe/Dublin", "America/New_York", "America/St_Johns",
    "America/Sao_Paulo", "America/Santiago", "America/Los_Angeles", "Africa/Casablanca", "Africa/Cairo",
    "Asia/Kathmandu", "Asia/Tokyo", "Asia/Tehran", "Asia/Gaza", "Australia/Lord_Howe", "Pacific/Chatham",
    "Pacific/Apia", "Pacific/Auckland", "America/Havana",
]  # fmt: skip
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
YEARS = 30
COUNT = 40


def random_rule(generator):
    frequency = generator.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts = [f"FREQ={frequency}"]
    if generator.random() < 0.5:
        parts.append(f"INTERVAL={generator.randint(2, 6)}")
    chosen, months = False, []
    if generator.random() < 0.3:
        months = sorted(generator.sample(range(1, 13), generator.randint(1, 3)))
        parts.append("BYMONTH=" + ",".join(map(str, months)))
        chosen = True
    if frequency != "WEEKLY" and generator.random() < 0.4:
        days = [*range(1, 32), *range(-31, 0)]
        parts.append("BYMONTHDAY=" + ",".join(map(str, generator.sample(days, generator.randint(1, 4)))))
        chosen = True
    if generator.random() < 0.5:
        days = generator.sample(DAYS, generator.randint(1, 4))
        if frequency in ("MONTHLY", "YEARLY") and generator.random() < 0.6:
            # Of months that are named, days are counted in each; dateutil fails for a sixth one.
            largest = 53 if frequency == "YEARLY" and not months else 5
            numbers = [*range(1, largest + 1), *range(-largest, 0)]
            days = [f"{generator.choice(numbers)}{day}" for day in days]
        parts.append("BYDAY=" + ",".join(days))
        chosen = True
    if chosen and generator.random() < 0.25:
        numbers = generator.sample([1, 2, 3, -1, -2, -3], generator.randint(1, 2))
        parts.append("BYSETPOS=" + ",".join(map(str, numbers)))
    if generator.random() < 0.3:
        parts.append("WKST=" + generator.choice(DAYS))
    generator.shuffle(parts)
    return ";".join(parts)


def moment(local, zone):
    """When clocks of a zone first show a time; in a gap, by the offset before it (RFC 5545 §3.3.5)."""
    return local.replace(tzinfo=zone, fold=0).astimezone(datetime.timezone.utc)


def milliseconds(moment):
    return round(moment.timestamp() * 1000)


def expected(rule, zone, start, lead, skipped, added, moved, begin):
    """When something is due after a day by what dateutil says of its starts."""
    first_start = start
    if "WEEKLY" in rule and "BYSETPOS" in rule:
        # The beginning of its week, so that dateutil has all of that.
        first = next((part[5:] for part in rule.split(";") if part.startswith("WKST=")), "MO")
        first_start = start - datetime.timedelta(days=(start.weekday() - DAYS.index(first)) % 7)
        if "BYDAY" not in rule:
            rule += f";BYDAY={DAYS[start.weekday()]}"
    days = []
    end = start + datetime.timedelta(days=366 * YEARS)
    # Otherwise dateutil looks for what never comes until the year 9999.
    starts = rruleset()
    starts.rrule(rrulestr(f"{rule};UNTIL={end:%Y%m%dT%H%M%S}", dtstart=first_start))
    for local in skipped:
        starts.exdate(local)
    for local in added:
        starts.rdate(local)
    for local in starts:
        due = moved.get(local, local) + lead
        if local <= start or begin and due.date() <= begin:
            continue
        # One that was moved can come after as many others as there are.
        if len(days) >= COUNT + len(moved):
            break
        days.append(milliseconds(moment(due, zone)))
    return sorted(days)[:COUNT]


def exceptions(generator, rule, start):
    """How much later than its start something is due, and which starts are left out, added and moved."""
    if generator.random() < 0.5:
        return datetime.timedelta(0), [], [], {}
    lead = datetime.timedelta(days=generator.randint(0, 40), hours=generator.randint(-3, 3))
    end = start + datetime.timedelta(days=366 * 5)
    starts = [local for local in rrulestr(f"{rule};UNTIL={end:%Y%m%dT%H%M%S}", dtstart=start)][:20]
    skipped = generator.sample(starts, min(len(starts), generator.randint(0, 4)))
    hours = generator.sample(range(1, 24 * 700), generator.randint(0, 3))
    added = [start + datetime.timedelta(hours=count) for count in hours]
    # To later times that no other start has.
    known = sorted({*starts, *added} - {start, *skipped})
    hours = [count for count in range(1, 24 * 60) if count % 24]
    moved = {
        local: local + datetime.timedelta(hours=count, minutes=7 * number + 1)
        for number, (local, count) in enumerate(
            zip(generator.sample(known, min(len(known), generator.randint(0, 4))), generator.sample(hours, 4))
        )
    }
    return lead, skipped, added, moved


def later(generator, start):
    """A day up to ten years later after which to look; `None` to look from the start on."""
    if generator.random() < 0.5:
        return None
    return start.date() + datetime.timedelta(days=generator.randint(1, 3_660))


def on_clocks(local):
    """Milliseconds since 1970 on local clocks."""
    return milliseconds(local.replace(tzinfo=datetime.timezone.utc))


def rules(generator, count):
    """Holds what the service makes of rules against what dateutil does."""
    cases = [
        (
            random_rule(generator),
            generator.choice(ZONES),
            datetime.datetime(
                generator.randint(1995, 2035), generator.randint(1, 12), generator.randint(1, 28),
                generator.randint(0, 23), generator.choice([0, 15, 30]),
            ),
        )
        for _ in range(count)
    ]  # fmt: skip
    cases = [(*case, *exceptions(generator, case[0], case[2]), later(generator, case[2])) for case in cases]
    lines = [
        f"{rule}\t{name}\t{start.date()}\t{60_000 * (60 * start.hour + start.minute)}\t{COUNT}\t"
        + f"{1_000 * round(lead.total_seconds())}\t{' '.join(str(on_clocks(local)) for local in skipped)}\t"
        + f"{' '.join(str(on_clocks(local)) for local in added)}\t"
        + f"{' '.join(f'{on_clocks(old)}:{on_clocks(new)}' for old, new in moved.items())}\t{begin or ''}\n"
        for rule, name, start, lead, skipped, added, moved, begin in cases
    ]
    fixture = [pathlib.Path(BINARY).with_name("RecurrenceFixture")]
    answer = subprocess.run(fixture, input="".join(lines), stdout=subprocess.PIPE, text=True, check=True)
    seen = collections.Counter()
    for case, line in zip(cases, answer.stdout.splitlines(), strict=True):
        rule, name, start, lead, skipped, added, moved, begin = case
        zone = zoneinfo.ZoneInfo(name)
        last = milliseconds(moment(start + datetime.timedelta(days=366 * YEARS), zone))
        wanted = expected(rule, zone, start, lead, skipped, added, moved, begin)
        last += 1_000 * round(lead.total_seconds())
        got = [at for at in map(int, line.split()) if at <= last]
        if wanted != got:
            case = f"{rule} in {name} from {start}, due {lead} later, without {skipped}, with {added}"
            case += f", moved {moved}, after {begin}"
            raise AssertionError(f"{case}:\n{wanted[:5]}\n{got[:5]}")
        seen["rules"] += 1
        seen["rules looked at from a later day on"] += begin is not None
        seen["exceptions"] += len(skipped) + len(added) + len(moved)
        seen["times"] += len(wanted)
        seen["rules that do not come true in 30 years"] += not wanted
    return seen


def items(generator, count):
    """Holds the times to which items move on against those that the calendar has."""
    seen = collections.Counter()
    with Service(None) as service:
        service.request("POST", "/v1/checklists", {"name": "Series"})
        for _ in range(count):
            rule, name = random_rule(generator), generator.choice(ZONES)
            zone = zoneinfo.ZoneInfo(name)
            start = datetime.datetime(
                generator.randint(2030, 2036), generator.randint(1, 12), generator.randint(1, 28),
                generator.randint(4, 23), generator.choice([0, 15, 30]),
            )  # fmt: skip
            end = start + datetime.timedelta(days=366)
            days = rrulestr(f"{rule};UNTIL={end:%Y%m%dT%H%M%S}", dtstart=start)[:1]
            if not days or "WEEKLY" in rule and "BYSETPOS" in rule:
                continue
            # The first day has to be one of the rule: others take it for one whether it is or not.
            begin, is_day = moment(days[0], zone), generator.random() < 0.4
            due = {"dueOn": str(days[0].date())} if is_day else {"dueDate": begin.isoformat()}
            # Without an end others look for what never comes again until the year 9999.
            last = days[0] + datetime.timedelta(days=800)
            rule += f";UNTIL={last:%Y%m%d}" if is_day else f";UNTIL={last:%Y%m%dT%H%M%SZ}"
            body = {"text": "Series", "timeZone": name, "recurrence": {"rule": rule}, **due}
            status, _, item = service.request("POST", "/v1/checklists/1/items", body)
            assert status == 201, item
            kind = generator.choice(["tasks", "events"])
            status, _, text = service.request("GET", f"/v1/calendar.ics?as={kind}")
            found = in_calendar(text, f"item-{item['id']}-", days[0])
            moved = []
            while len(moved) < len(found):
                value = item.get("dueOn") or item["dueDate"]
                moved.append(value if is_day else value[:16])
                status, _, item = service.request("POST", f"/v1/items/{item['id']}/skip")
                if status != 200:
                    break
            assert moved == found, (body, kind, moved[:4], found[:4])
            service.request("DELETE", "/v1/checklists/1/items")
            seen["items"] += 1
            seen["times in calendars"] += len(found)
    return seen


def in_calendar(text, uid, start):
    """When something is due by the calendar in the 400 days from its beginning, the first dozen times."""
    calendar = icalendar.Calendar.from_ical(text)
    events = recurring_ical_events.of(calendar, components=["VEVENT", "VTODO"])
    found = []
    for event in events.between(start - datetime.timedelta(days=1), start + datetime.timedelta(days=400)):
        if str(event["UID"]).startswith(uid):
            value = event["DTSTART"].dt
            if isinstance(value, datetime.datetime):
                value = value.astimezone(datetime.timezone.utc)
                found.append(value.strftime("%Y-%m-%dT%H:%M"))
            else:
                found.append(str(value))
    return sorted(found)[:12]


def main():
    arguments = options(__doc__, rules=500, items=10, seed=None)
    generator = random.Random(arguments.seed)
    seen = rules(generator, arguments.rules) + items(generator, arguments.items)
    print(", ".join(f"{count:,} {what}" for what, count in seen.items()))


if __name__ == "__main__":
    main()
