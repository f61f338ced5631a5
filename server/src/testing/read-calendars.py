"""Reads calendars with python3-icalendar and python3-recurring-ical-events, for the tests of our own reader.

Takes {"from": ms, "to": ms, "files": [text, ...]} and gives, for each file, a list of its dates:
{"title", "begin", "end"}, each moment an instant in milliseconds, or a local text where it has no zone. An instant has
"wall" beside it, what the clock shows; "first", the earlier one where it shows that twice; and "isThere", false where it
never does.
A file that cannot be read gives {"error": text}.
"""
import datetime
import json
import sys

import icalendar
import recurring_ical_events

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def ms(moment):
    return round((moment - EPOCH).total_seconds() * 1000)


def told(moment):
    if not isinstance(moment, datetime.datetime):
        return {"at": moment.isoformat()}
    if moment.tzinfo is None:
        return {"at": moment.isoformat()[:16]}
    wall = moment.replace(tzinfo=None)
    known = {"at": ms(moment), "first": ms(moment), "wall": wall.strftime("%Y%m%dT%H%M%S"), "isThere": True}
    if hasattr(moment.tzinfo, "localize"):
        both = [moment.tzinfo.localize(wall, is_dst=is_dst) for is_dst in (True, False)]
        shown = [one.tzinfo.normalize(one).replace(tzinfo=None) == wall for one in both]
        known["isThere"] = any(shown)
        if all(shown):
            known["first"] = min(ms(one) for one in both)
    return known


def dates_of(text, begin, end):
    calendar = icalendar.Calendar.from_ical(text)
    events = recurring_ical_events.of(calendar).between(begin, end)
    return [
        {"title": str(event.get("SUMMARY")), "begin": told(event["DTSTART"].dt), "end": told(event["DTEND"].dt)}
        for event in events
        if event.get("STATUS") != "CANCELLED"
    ]


def main():
    asked = json.load(sys.stdin)
    begin, end = (datetime.datetime.utcfromtimestamp(asked[name] / 1000) for name in ("from", "to"))
    answers = []
    for text in asked["files"]:
        try:
            answers.append(dates_of(text, begin, end))
        except Exception as error:  # whatever it is, the test says it
            answers.append({"error": f"{type(error).__name__}: {error}"})
    json.dump(answers, sys.stdout)


main()
