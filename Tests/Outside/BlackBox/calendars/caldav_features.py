"""Which features of CalDAV caldav-server-tester finds in the service; none that it had may be lost.

usage: caldav_features.py [--against radicale]
"""

import inspect
import logging
import sys

from caldav import Event
from caldav.compatibility_hints import FeatureSet
from caldav.lib.error import DAVError
from caldav_server_tester import checks
from caldav_server_tester.checker import ServerQuirkChecker

from caldav_servers import Checklistd, Radicale, client_of

# What it has in full. There are tasks alone, and most is tried with appointments: caldav_clients.py tries the
# same with tasks.
EXPECTED = """
auth.www-authenticate
auth.www-authenticate.usable-scheme
calendar-color
calendar-order
create-calendar
create-calendar.set-displayname
create-calendar.stable-url
create-calendar.with-supported-component-types
delete-calendar
delete-calendar.free-namespace
get-current-user-principal
non-existing-raises-not-found.collection
non-existing-raises-not-found.object
propfind
propfind.allprop
propfind.allprop.resourcetype
propfind.displayname
propfind.principal-depth-1
save-load.todo
save-load.todo.mixed-calendar
save-load.todo.recurrences
save-load.todo.recurrences.count
save-load.todo.uncomplete
search.comp-type
search.comp-type.optional
search.time-range.open.end
search.time-range.open.start
search.time-range.open.start.duration
search.time-range.todo
search.time-range.todo.no-dtstart
search.time-range.todo.no-dtstart.no-due
search.time-range.todo.old-dates
search.time-range.todo.strict
synchronous-write.create-calendar
synchronous-write.delete-calendar
synchronous-write.proppatch
url.encode-at.encoded
url.encode-at.literal.collection
""".split()


class Refused:
    """What stands for an appointment where a server has tasks alone, so that those are looked at."""

    component = {}

    def load(self):
        pass


create_objects = checks.PrepareCalendar._create_test_events


def create_tasks(self, calendar, cal_id, name, add):
    def add_what_is_taken(kind, *args, **properties):
        try:
            return add(kind, *args, **properties)
        except DAVError:
            if kind is Event:
                return Refused()
            raise

    create_objects(self, calendar, cal_id, name, add_what_is_taken)


checks.PrepareCalendar._create_test_events = create_tasks


def features(kind):
    """Of each feature how far a server has it."""
    # What differs from what it was told to expect is no error here.
    logging.disable(logging.ERROR)
    with kind() as server:
        checker = ServerQuirkChecker(client_of(server))
        try:
            for name, check in inspect.getmembers(checks, inspect.isclass):
                if issubclass(check, checks.Check) and check is not checks.Check:
                    try:
                        checker.check_one(name)
                    except AssertionError as error:
                        # It has found nothing to look at: some of what it looks for needs appointments.
                        print(f"not told: {error}")
        finally:
            checker.cleanup()
    found = checker.features_checked
    return {
        name: found.is_supported(name, str)
        for name in found.dotted_feature_set_list(compact=False)
        if FeatureSet.find_feature(name).get("type", "server-feature") == "server-feature"
        and "event" not in name.split(".")
    }


def main():
    columns = {"checklistd": features(Checklistd)}
    if sys.argv[1:] == ["--against", "radicale"]:
        columns["Radicale"] = features(Radicale)
    names = sorted(set().union(*columns.values()))
    width = max(len(name) for name in names)
    print(" " * width, *(f"{column:11}" for column in columns))
    for name in names:
        print(f"{name:{width}}", *(f"{each.get(name, '-'):11}" for each in columns.values()))
    for column, found in columns.items():
        print(f"{column} has {list(found.values()).count('full')} of {len(found)} features in full")
    found = columns["checklistd"]
    more = [name for name, level in found.items() if level == "full" and name not in EXPECTED]
    print(f"in full and not yet expected: {', '.join(more) or 'nothing'}")
    lost = {name: found.get(name) for name in EXPECTED if found.get(name) != "full"}
    assert not lost, f"lost: {lost}"


main()
