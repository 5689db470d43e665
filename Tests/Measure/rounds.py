"""What benchmarks have in common: the items they make, rounds in turn, and the table of their medians."""

import json
import random
import statistics

from load import noise, settle

WORDS = "milk bread call answer letter garden paint window bicycle repair invoice ticket holiday cake".split()
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def new_items(first, last, count):
    """Items for the lists from one number to another: two words, three letters and a number, and a date."""
    rng = random.Random(first)
    for number in range(count):
        text = f"{rng.choice(WORDS)} {rng.choice(WORDS)} {''.join(rng.choices(LETTERS, k=3))} {number}"
        day, hour = rng.randrange(1, 29), rng.randrange(24)
        due = f"{rng.randrange(2030, 2060)}-{rng.randrange(1, 13):02}-{day:02}T{hour:02}:00:00Z"
        item = {"text": text, "important": rng.random() < 0.2, "dueDate": due}
        yield f"/v1/checklists/{rng.randint(first, last)}/items", json.dumps(item)


def medians(context, measures, arguments):
    """The medians of the figures of those measures that were asked for, over rounds in turn."""
    chosen = {name: measure for name, (measure, _) in measures.items() if arguments.only in name}
    rounds, noises = {name: [] for name in chosen}, []
    for _ in range(arguments.rounds):
        noises.append(noise())
        for name, measure in chosen.items():
            settle()
            rounds[name].append(measure(context))
    print(f"\nMedians of {arguments.rounds} rounds. A fixed loop varied by {statistics.median(noises):.0%}.")
    return {
        name: {key: statistics.median(each[key] for each in figures) for key in figures[0]}
        for name, figures in rounds.items()
    }


def table(figures, measures):
    print("\n| What | Figures |\n| --- | --- |")
    for name, each in figures.items():
        row(name, each, measures[name][1])


def row(name, figures, wanted):
    """A line of the table: figures, each with what is wanted of it and whether it is that."""
    cells = []
    for key, value in figures.items():
        if limit := wanted.get(key):
            bound = f"≥ {limit}" if limit > 0 else f"≤ {-limit}"
            isMissed = value < limit if limit > 0 else value > -limit
            cells.append(f"**{key} {value:,.2f}** ({bound}{', missed' if isMissed else ''})")
        elif key != "failed" or value:
            cells.append(f"{key} {value:,.2f}")
    print(f"| {name} | {' · '.join(cells)} |", flush=True)
