"""Reference figures for every column of a folder of CSV files, worked out without this project's code.

usage: make_statistics.py RAW_DATA_FOLDER OUTPUT.json     (RAW_DATA_FOLDER holds CATEGORY/NAME.csv)
"""

import csv
import json
import math
import re
import sys
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pandas as pd

BLANKS = " \t\n\v\f\r"
NULL_SPELLINGS = set("NA N/A n/a #N/A #NA <NA> NULL null NaN nan -NaN -nan None - .. :".split())
INTEGER = re.compile(r"[+-]?(0|[1-9][0-9]*)")
DECIMAL = re.compile(r"[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
POINT_OR_SIGNED_EXPONENT = re.compile(r"\.|[eE][+-]")
THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(,[0-9]{3})+")
THOUSANDS_SEPARATED = {"us-budget-authority"}
SAMPLE_SIZE = 5


def read(path):
    """All cells as text, checked against the standard library's reader."""
    frame = pd.read_csv(path, dtype=str, keep_default_na=False, skip_blank_lines=False, encoding="utf-8")
    with open(path, encoding="utf-8", newline="") as file:
        header, *records = csv.reader(file)
    assert header == list(frame.columns) and records == frame.values.tolist(), f"{path}: two readers disagree"
    if path.stem in THOUSANDS_SEPARATED:
        frame = frame.applymap(lambda cell: cell.replace(",", "") if THOUSANDS.fullmatch(cell.strip(BLANKS)) else cell)
    return frame


def number_type(cells):
    """int64 or float64 if all these non-null cells are numbers, else None."""
    if not cells or not all(DECIMAL.fullmatch(cell) for cell in cells):
        return None
    integers = [cell for cell in cells if INTEGER.fullmatch(cell)]
    if not all(-(2**63) <= int(cell) < 2**63 for cell in integers):
        return None
    if len(integers) == len(cells):
        return "int64"
    has_exponent = any("e" in cell.lower() for cell in cells)
    if has_exponent and not any(POINT_OR_SIGNED_EXPONENT.search(cell) for cell in cells):
        return None
    return "float64" if all(math.isfinite(float(cell)) for cell in cells) else None


def classify(column):
    """The column's type and its non-null cells: stripped text of numbers, raw text of everything else."""
    filled = [cell for cell in column if cell.strip(BLANKS)]
    numbers = [cell.strip(BLANKS) for cell in filled if cell.strip(BLANKS) not in NULL_SPELLINGS]
    kind = number_type(numbers)
    return (kind, numbers) if kind else ("object", filled)


def exact_mean_and_std(cells):
    """From the decimal text in rational arithmetic; only the results are rounded to float."""
    values = [Fraction(cell) for cell in cells]
    count = len(values)
    total = sum(values)
    mean = float(total / count)
    if count == 1:
        return mean, None
    variance = (sum(value * value for value in values) - total * total / count) / (count - 1)
    with localcontext() as context:
        context.prec = 60
        return mean, float((Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt())


def relative_difference(exact, computed):
    return 0.0 if exact == computed else abs(computed - exact) / abs(exact) if exact else math.inf


def statistics(kind, cells, differences, label):
    if kind == "object":
        return None
    series = pd.Series([float(cell) for cell in cells], dtype="float64")
    mean, std = exact_mean_and_std(cells)
    differences.append((relative_difference(mean, series.mean()), "mean", label))
    if std is not None:
        differences.append((relative_difference(std, series.std()), "std", label))
    q1, median, q3 = series.quantile([0.25, 0.5, 0.75])
    number = int if kind == "int64" else float
    return {
        "count": len(cells), "mean": mean, "std": std,
        "min": min(map(number, cells)), "q1": q1, "median": median, "q3": q3, "max": max(map(number, cells)),
    }


def sample(kind, cells):
    distinct = {}
    for cell in cells:
        distinct.setdefault(cell if kind == "object" else Fraction(cell), cell)
        if len(distinct) == SAMPLE_SIZE:
            break
    return list(distinct.values())


def profile(frame, config, differences):
    columns = []
    for name in frame.columns:
        kind, cells = classify(frame[name])
        columns.append({
            "name": name, "type": kind, "null_count": len(frame) - len(cells),
            "sample_values": sample(kind, cells),
            "stats": statistics(kind, cells, differences, f"{config}.{name}"),
        })
    return columns


def write(datasets, path):
    """One column a line, so that a changed figure is a changed line."""
    def text(value):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)

    blocks = []
    for config, (rows, columns) in sorted(datasets.items()):
        lines = ",\n".join("    " + text(column) for column in columns)
        blocks.append(f'{text(config)}: {{\n  "rows": {rows},\n  "columns": [\n{lines}\n  ]\n}}')
    Path(path).write_text("{\n" + ",\n".join(blocks) + "\n}\n", encoding="utf-8")


def main(folder, output):
    differences = []
    datasets = {}
    for path in sorted(Path(folder).glob("*/*.csv")):
        frame = read(path)
        datasets[path.stem] = (len(frame), profile(frame, path.stem, differences))
    write(datasets, output)
    for figure in ("mean", "std"):
        found = sorted((d for d in differences if d[1] == figure), reverse=True)[:5]
        print(f"largest relative difference of pandas from the exact {figure}:", file=sys.stderr)
        for difference, _, label in found:
            print(f"  {difference:.2e}  {label}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
