"""Phrases in four languages as quick add reads them, beside what dateparser makes of them.

usage: quick_add.py

Run by a Python that has dateparser. The meaning of phrases depends on the current time, which it prints.

Both are told the same time and the same zone, and dates that could be either are to lie ahead. Where the two
differ, and why that is so, stands in `DIFFERENCES`; any other difference is a fault.
"""

import collections
import datetime
import re
import zoneinfo

import dateparser
from options import options
from service import Service

ZONE = "Europe/Paris"
TEXTS = {"en": "Item", "fr": "Chose", "de": "Ding", "ja": "物"}

MONTHS = {
    "en": ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"],
    "fr": ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
           "novembre", "décembre"],
    "de": ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
           "November", "Dezember"],
}  # fmt: skip
DAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "fr": ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    "de": ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    "ja": ["月曜日", "火曜日", "水曜日", "木曜日", "金曜日", "土曜日", "日曜日"],
}


def month_as_year(phrase, now, ours, theirs):
    """A month of two digits with a day and no year, `12月3日`, is the year 2112 there."""
    return re.match(r"1[012]月", phrase) and theirs.year > 2100


def today(phrase, now, ours, theirs):
    """A date without a year that is today's is not over here; there it is that of the next year."""
    return day_of(ours) == now.date() and day_of(theirs) == now.date().replace(year=now.year + 1)


def this_minute(phrase, now, ours, theirs):
    """A time that clocks show just now is over here, and there it is not."""
    return is_time(phrase) and theirs == now.replace(second=0, microsecond=0)


def last_of_month(phrase, now, ours, theirs):
    """On the last day of a month, a time that is over comes on the first of some other month there."""
    return is_time(phrase) and (now + datetime.timedelta(days=1)).day == 1 and theirs.day == 1


# Where the two differ.
DIFFERENCES = [month_as_year, today, this_minute, last_of_month]


def is_time(phrase):
    return re.fullmatch(r"\d+:\d\d", phrase)


def day_of(moment):
    return moment.date() if isinstance(moment, datetime.datetime) else moment


def phrases():
    """Pairs of a language and a phrase."""
    for day in (1, 3, 14, 28):
        for month in range(12):
            yield "en", f"{day} {MONTHS['en'][month]} 18:00"
            yield "en", f"{MONTHS['en'][month]} {day}, 2031"
            yield "fr", f"le {day} {MONTHS['fr'][month]} 2031"
            yield "fr", f"{day} {MONTHS['fr'][month]} à 18h30"
            yield "de", f"{day}. {MONTHS['de'][month]} 2031"
            yield "de", f"{day}. {MONTHS['de'][month]} um 18:30"
            yield "ja", f"{month + 1}月{day}日"
            yield "ja", f"2031年{month + 1}月{day}日 18:30"
        yield "de", f"{day}.12.2031"
        yield "en", f"2031-12-{day:02}"
    for language, days in DAYS.items():
        for day in days:
            yield language, day
    for number in (2, 3, 10):
        for word in ("days", "weeks", "months"):
            yield "en", f"in {number} {word}"
        for word in ("jours", "semaines", "mois"):
            yield "fr", f"dans {number} {word}"
        for word in ("Tagen", "Wochen", "Monaten"):
            yield "de", f"in {number} {word}"
        for word in ("日後", "週間後", "ヶ月後"):
            yield "ja", f"{number}{word}"
    for language, words in {
        "en": ["today", "tomorrow", "tomorrow 18:00", "tomorrow at 6pm", "tomorrow 6:30 pm", "18:00", "9:30"],
        "fr": ["aujourd'hui", "demain", "après-demain", "demain 18:00", "demain à 18h30", "18:00"],
        "de": ["heute", "morgen", "übermorgen", "morgen 18:00", "morgen um 18:00 Uhr", "18:00"],
        "ja": ["今日", "明日", "明後日", "明日 18:00", "明日 18時", "18:00"],
    }.items():
        for word in words:
            yield language, word


def understood(service, language, phrase):
    """What the service makes of a phrase: a day, or a time on the clocks of the zone; `None` for nothing."""
    body = {"quickAdd": f"{TEXTS[language]} {phrase}", "timeZone": ZONE}
    status, _, answer = service.request("POST", "/v1/quick-add", body)
    assert status == 200, answer
    if answer["dueOn"]:
        return datetime.date.fromisoformat(answer["dueOn"])
    if answer["dueDate"]:
        moment = datetime.datetime.fromisoformat(answer["dueDate"])
        return moment.astimezone(zoneinfo.ZoneInfo(ZONE)).replace(tzinfo=None)
    return None


def parsed(language, phrase, now):
    """What dateparser makes of it."""
    settings = {"PREFER_DATES_FROM": "future", "RELATIVE_BASE": now}
    if language == "ja":
        settings["DATE_ORDER"] = "YMD"
    return dateparser.parse(phrase, languages=[language], settings=settings)


def differs(ours, theirs):
    if isinstance(ours, datetime.datetime):
        return ours != theirs.replace(second=0, microsecond=0)
    return ours != theirs.date()


def main():
    options(__doc__)
    zone = zoneinfo.ZoneInfo(ZONE)
    print(f"it is {datetime.datetime.now(zone):%A %Y-%m-%d %H:%M} in {ZONE}", flush=True)
    reasons, faults = collections.Counter(), []
    with Service() as service:
        for language, phrase in phrases():
            while True:
                now = datetime.datetime.now(zone).replace(tzinfo=None)
                ours = understood(service, language, phrase)
                # Both have to speak of the same minute.
                if datetime.datetime.now(zone).minute == now.minute:
                    break
            theirs = parsed(language, phrase, now)
            if ours is None:
                faults.append(f"{language}: {phrase} is not understood")
            elif theirs is None:
                reasons["not read by dateparser"] += 1
            elif differs(ours, theirs):
                reason = next((each for each in DIFFERENCES if each(phrase, now, ours, theirs)), None)
                if not reason:
                    faults.append(f"{language}: {phrase}: {ours}, and in dateparser {theirs}")
                reasons[reason.__name__ if reason else "unexplained"] += 1
            else:
                reasons["equal"] += 1
    print(", ".join(f"{name}: {count}" for name, count in reasons.items()))
    assert not faults, "\n".join(faults)
    assert reasons["equal"] > 400, "too few phrases to tell anything"


main()
