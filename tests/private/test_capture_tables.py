"""Tables are captured exactly, read twice, and refused with a code and a structural place."""

import asyncio
import csv
import io
import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from recast_agent.core.errors import Code, InputError
from recast_agent.core.settings import Settings
from recast_agent.core.table import ChartType, Table
from recast_agent.evaluation.cases import load_cases
from recast_agent.private.capture import numbers, reread
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.private.capture.source import load_source
from recast_agent.private.capture.tables import TableCapture
from recast_agent.private.record import TableEvidence
from tests.support import SHARED_DATA

FOLDER = SHARED_DATA / "chartqa"


def captured(text: str | bytes, chart: ChartType = "table", title: str = "") -> Captured:
    data = text if isinstance(text, bytes) else TableEvidence(text, chart, title)
    source = load_source(data, Settings(), chart_type=chart)
    capture = TableCapture(max_rows=1_000)
    found = asyncio.run(capture.capture(CaptureRequest("case-1", source, "How many?", ("1", "2"))))
    again = asyncio.run(capture.second_reading(source))
    assert again == found.record.context
    assert {w for row in found.witnesses for w in row} == {"second"}
    return found


def table(text: str | bytes, chart: ChartType = "table", title: str = "") -> Table:
    return captured(text, chart, title).record.table()


def refused(text: str, chart: ChartType = "table") -> InputError:
    with pytest.raises(InputError) as caught:
        captured(text, chart)
    assert "Harbourview" not in str(caught.value)
    assert caught.value.hint
    return caught.value


def test_the_record_keeps_question_and_choices() -> None:
    """Its id is the case, its medium a picture; its repr shows nothing."""
    record = captured("Site,Nurses\nHarbourview,48\n").record
    assert (record.id, record.modality) == ("case-1", "image")
    assert (record.question, record.choices) == ("How many?", ("1", "2"))
    assert "Harbourview" not in repr(record)


def test_a_single_series_is_named_by_the_value_axis() -> None:
    """Labels, numbers as displayed, no unit."""
    assert table('Country,"Share of children, 2010"\nHaiti,6.10\n"Korea, South",-5\n') == Table(
        category_axis="Country",
        value_axis="Share of children, 2010",
        categories=("Haiti", "Korea, South"),
        cells=(("6.10",), ("-5",)),
    )


def test_three_formats_give_one_table() -> None:
    """CSV with any delimiter, records, columns and rows, Markdown."""
    expected = Table(
        category_axis="Site",
        unit="%",
        categories=("Harbourview", "Lakeside"),
        series=("Day", "Night"),
        cells=(("48.50", "9"), (None, "1200")),
    )
    records = [
        {"Site": "Harbourview", "Day": "48.50%", "Night": "9%"},
        {"Night": "1,200%", "Site": "Lakeside", "Day": None},
    ]
    columns = {
        "columns": ["Site", "Day", "Night"],
        "rows": [["Harbourview", "48.50%", "9%"], ["Lakeside", "", "1200%"]],
    }
    for text in (
        'Site,Day,Night\nHarbourview,48.50%,9%\nLakeside,-,"1,200%"\n',
        "Site;Day;Night\r\nHarbourview;48.50%;9%\r\nLakeside;n/a;1200%\r\n",
        "\ufeffSite\tDay\tNight\nHarbourview\t48.50%\t9%\nLakeside\tnan\t1 200%\n\n",
        json.dumps(records),
        json.dumps(columns),
        "| Site | Day | Night |\n|---|:-:|---|\n| Harbourview | 48.50% | 9% |"
        "\n| Lakeside | | 1,200% |",
        "Site | Day | Night\n--- | --- | ---\nHarbourview | 48.50% | 9%\nLakeside | – | 1200%\n",
    ):
        assert table(text) == expected


def test_json_numbers_stay_as_written() -> None:
    """No binary float comes between: 0.10 is not 0.1, 20 digits are 20 digits."""
    cells = table('[{"a": "x", "n": 0.10}, {"a": "y", "n": 12345678901234567890}]').cells
    assert cells == (("0.10",), ("12345678901234567890",))


def test_titles_are_found() -> None:
    """In the evidence, in a JSON object, in the heading above a Markdown table."""
    body = "| Site | n |\n|-|-|\n| A | 1 |"
    assert table("Site,n\nA,1\n", title="Staff").title == "Staff"
    assert (
        table('{"title": "Staff", "columns": ["Site", "n"], "rows": [["A", 1]]}').title == "Staff"
    )
    assert table(f"# Staff\n\nAs of May.\n\n{body}").title == "Staff"


@pytest.mark.parametrize(
    ("header", "cells", "axis", "unit", "expected"),
    [
        ("Revenue ($ million)", ["12", "1,300.5"], "Revenue", "$ million", ["12", "1300.5"]),
        ("Share (%)", ["12%", "13%"], "Share", "%", ["12", "13"]),
        ("Revenue", ["$12", "-$13"], "Revenue", "$", ["12", "-13"]),
        ("Revenue", ["$12", "13"], "Revenue", "$", ["12", "13"]),
        ("Revenue ($ million)", ["$12", "$13"], "Revenue", "$ million", ["12", "13"]),
        ("Weight", ["12 kg", "13 kg"], "Weight", "kg", ["12", "13"]),
        ("Growth", ["12%", "13"], "Growth", "", ["12%", "13"]),
        ("Visits", ["48K", "1.2 million"], "Visits", "", ["48K", "1.2M"]),
        ("Change", ["(12)", "−13"], "Change", "", ["-12", "-13"]),
        ("Stores (U.S. only)", ["12*", "13"], "Stores (U.S. only)", "", ["12", "13"]),
        ("Price", ["€ 3.50", "€ 4"], "Price", "€", ["3.50", "4"]),
    ],
)
def test_shared_units_are_lifted(
    header: str, cells: list[str], axis: str, unit: str, expected: list[str]
) -> None:
    """From all cells, or from brackets in the header; what is not shared stays with its cell."""
    found = table(
        json.dumps({"columns": ["Site", header], "rows": [["A", cells[0]], ["B", cells[1]]]})
    )
    assert (found.value_axis, found.unit) == (axis, unit)
    assert [row[0] for row in found.cells] == expected


def test_columns_of_different_units_keep_them_in_their_names() -> None:
    """One unit cannot stand for all."""
    found = table("Site,Revenue ($),Margin\nA,12,3%\nB,13,4%\n")
    assert found.unit == ""
    assert found.series == ("Revenue ($)", "Margin")
    assert found.cells == (("12", "3%"), ("13", "4%"))


def test_a_comma_after_a_semicolon_is_a_decimal_mark_where_cells_show_it() -> None:
    """Where they do not, it could be either, and is refused."""
    assert table("Site;n\nA;1,5\nB;1.200,25\n").cells == (("1.5",), ("1200.25",))
    assert table("Site;n\nA;1,500,000\nB;1,250.5\n").cells == (("1500000",), ("1250.5",))
    assert refused("Site;n\nA;1,500\nB;2,250\n").code is Code.NUMBER_INVALID


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Site;n\nA;1.234\nB;1.234,5\n", (("1234",), ("1234.5",))),
        ("Site;n;m\nA;1.234;0,5\nB;940;12,25\n", (("1234", "0.5"), ("940", "12.25"))),
        ("Site;n\nA;1.234.567\nB;2.500\n", (("1234567",), ("2500",))),
        ("Site;n\nA;1 234,50 €\nB;2.500 €\n", (("1234.50",), ("2500",))),
        ("Site\tn\nA\t(1.234)\nB\t7,5\n", (("-1234",), ("7.5",))),
        ("Section;n\n1.1;1.234\n1.2;7,5\n", (("1234",), ("7.5",))),
        ("Site;n\nA;1.234\nB;12.5\n", (("1.234",), ("12.5",))),
        ("Site;n\nA;1.234\nB;0.125\n", (("1.234",), ("0.125",))),
        ("Site;n\nA;1,234\nB;12.5\n", (("1234",), ("12.5",))),
        ("Day;n\n03.05.2021;12\n04.05.2021;13\n", (("12",), ("13",))),
    ],
)
def test_the_cells_that_can_be_read_in_one_way_decide_for_commas_and_points(
    text: str, cells: tuple[tuple[str, ...], ...]
) -> None:
    assert table(text).cells == cells


@pytest.mark.parametrize(
    "text",
    [
        "Site;n\nA;1.234\nB;2.500\n",
        "Site;n\nA;1.234\nB;94\n",
        "Site;n\nA;1,5\nB;12.5\n",
        "Site\tn\nA\t1.234.567\nB\t1,234.5\n",
    ],
)
def test_commas_and_points_that_nothing_or_everything_decides_are_refused(text: str) -> None:
    assert refused(text).code is Code.NUMBER_INVALID


def test_time_runs_along_the_categories_of_a_line() -> None:
    """Years in the header are turned for a line, not for bars; a single row lies down."""
    text = "Entity,1949,1955,1960\nBirths,36,32.6,20.9\nDeaths,20,12.3,25.4\n"
    line = table(text, "line")
    assert line.categories == ("1949", "1955", "1960")
    assert line.series == ("Births", "Deaths")
    assert line.cells[1] == ("32.6", "12.3")
    assert table(text, "bar").categories == ("Births", "Deaths")
    row = table("Site,Day,Night\nHarbourview,48,9\n", "pie")
    assert (row.categories, row.cells) == (("Day", "Night"), (("48",), ("9",)))


def test_labels_may_be_years_or_stand_in_another_column() -> None:
    """The first column names the categories unless exactly one other column is text."""
    assert table("Year,n\n2019,1\n2018,2\n").categories == ("2019", "2018")
    found = table('[{"n": 1, "Site": "A"}, {"n": 2, "Site": "B"}]')
    assert (found.category_axis, found.categories) == ("Site", ("A", "B"))


@pytest.mark.parametrize(
    ("chart", "columns", "expected"),
    [
        ("bar", 2, "grouped"),
        ("hbar", 2, "hgrouped"),
        ("grouped", 1, "bar"),
        ("hstacked", 1, "hbar"),
    ],
)
def test_the_chart_type_fits_the_number_of_series(
    chart: ChartType, columns: int, expected: ChartType
) -> None:
    """Bars of several series are grouped; one series has nothing to group."""
    names = ["Day", "Night"][:columns]
    rows = [",".join([site, *["5"] * columns]) for site in ("A", "B")]
    assert table("\n".join([",".join(["Site", *names]), *rows]), chart).chart_type == expected


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("Site,n\nHarbourview,48,3\nB,1\n", Code.TABLE_MALFORMED, ""),
        ("Site,n,m\nHarbourview,48,3\nB,1\n", Code.TABLE_MALFORMED, "row 2"),
        ("Harbourview\n48\n71\n", Code.TABLE_MALFORMED, ""),
        ("Site,n\n", Code.TABLE_MALFORMED, ""),
        ("Site,n\nHarbourview,48\nharbourview,1\n", Code.TABLE_MALFORMED, "row 2"),
        ("Site,n,N\nHarbourview,48,3\n", Code.TABLE_MALFORMED, "series 2"),
        ("Site,n\n,48\nB,1\n", Code.TABLE_MALFORMED, "row 1"),
        ("Site,n\nHarbourview,48\nB,many\n", Code.TABLE_MALFORMED, "row 2, column 2"),
        ("Site,n\nHarbourview,1.2.3\n", Code.TABLE_MALFORMED, "row 1, column 2"),
        ("Site,n\nHarbourview,nan\nB,-\n", Code.TABLE_NO_NUMBERS, ""),
        ("Site,n\nHarbourview,inf\n", Code.NUMBER_INVALID, "row 1, column 2"),
        (f"Site,n\nHarbourview,{'9' * 35}\n", Code.NUMBER_INVALID, "row 1, column 2"),
        ("Site,n\nHarbourview,$5\nB,€5\n", Code.NUMBER_INVALID, "series 1"),
        ("Site,n\nHarbourview,=SUM(A1:A2)\n", Code.TABLE_FORMULA, "row 1, column 2"),
        ("Site,n\n+cmd|' /C calc'!A0,4\n", Code.TABLE_FORMULA, "row 1, column 1"),
        ("Site,n\n@SUM(1+1),4\n", Code.TABLE_FORMULA, "row 1, column 1"),
        ("Город,n\nМосква,48\nТверь,1\n", Code.UNSUPPORTED_SCRIPT, ""),
        ('[{"Site": "Harbourview", "n": 1}, {"Site": "B"}]', Code.TABLE_MALFORMED, "row 2"),
        ('[{"Site": "Harbourview", "n": [1]}]', Code.TABLE_MALFORMED, ""),
        ('[{"Site": "Harbourview", "n": true}]', Code.TABLE_MALFORMED, ""),
        ('[{"Site": "Harbourview", "n": 1]', Code.TABLE_MALFORMED, ""),
        ('[{"Site": "Harbourview", "n": NaN}]', Code.TABLE_NO_NUMBERS, ""),
        ('[{"Site": "Harbourview", "n": 1e400}]', Code.TABLE_MALFORMED, "row 1, column 2"),
        ("[]", Code.TABLE_MALFORMED, ""),
        ("[" * 100_000 + "]" * 100_000, Code.TABLE_MALFORMED, ""),
        ('Site,n\n"Harbourview,48\n', Code.TABLE_MALFORMED, ""),
    ],
)  # fmt: skip
def test_bad_tables_are_refused(text: str, code: Code, where: str) -> None:
    """With the code, the place where there is one, and nothing of the content."""
    error = refused(text)
    assert error.code is code
    if where:
        assert error.where == where


def test_a_repeated_key_is_not_lost() -> None:
    """One parser keeps the last, the other sees both: the table is refused."""
    assert refused('[{"Site": "Harbourview", "n": 1, "n": 2}]').code is Code.TABLE_MALFORMED


def test_a_table_of_ten_thousand_rows_is_too_large() -> None:
    """Refused by its number of rows, before anything is drawn."""
    rows = "".join(f"Harbourview {i},{i}\n" for i in range(10_000))
    error = refused(f"Site,n\n{rows}")
    assert (error.code, "1000" in error.hint) == (Code.TABLE_TOO_LARGE, True)


@pytest.mark.parametrize(
    "text", ["Site,n,m\nA,1,2\nB,3,4\n", "Site,n\nA,1\nB,-2\n", "S,n\nA,\nB,1\n"]
)
def test_a_pie_needs_one_series_of_parts(text: str) -> None:
    """No gaps, no negative values."""
    assert refused(text, "pie").code is Code.CHART_UNSUPPORTED


names = (
    st.text("abcXYZ ,;|\"'\\-é0", min_size=1, max_size=12)
    .map(str.strip)
    .filter(
        lambda name: any(c.isalpha() for c in name) and not name.startswith(("=", "+", "-", "#"))
    )
)
labels = st.lists(names, min_size=2, max_size=5, unique_by=str.casefold)
values = st.decimals(-(10**6), 10**6, places=2).map(str)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_csv_and_json_are_read_back_as_written(data: st.DataObject) -> None:
    """Any labels, quoted as ``csv`` quotes them, and any numbers come back exactly, twice."""
    categories = data.draw(labels)
    series = data.draw(labels)
    rows = [[c, *(data.draw(values) for _ in series)] for c in categories]
    buffer = io.StringIO()
    csv.writer(buffer, quoting=csv.QUOTE_ALL).writerows([["Site", *series], *rows])
    from_csv = table(buffer.getvalue())
    from_json = table(json.dumps({"columns": ["Site", *series], "rows": rows}))
    assert from_csv == from_json
    assert from_csv.categories == tuple(categories)
    assert from_csv.cells == tuple(tuple(row[1:]) for row in rows)


signs = st.sampled_from(["", "-", "−", "– ", "+", "- "])
currencies = st.sampled_from(["", "$", "€ ", "US$", "£", "USD "])
endings = st.sampled_from(
    ["", "%", " %", "K", " million", "bn", " bn USD", "M€", " kg", "*", " sq. km"]
)
digits = st.one_of(
    st.integers(0, 10**9).map(str),
    st.integers(0, 10**9).map("{:,}".format),
    st.integers(0, 10**9).map(lambda n: f"{n:,}".replace(",", " ")),
    st.decimals(0, 10**6, places=3).map(str),
    st.integers(0, 999).map(".{:03}".format),
)


@given(signs, currencies, digits, endings)
def test_two_number_readers_agree(sign: str, currency: str, number: str, ending: str) -> None:
    """On every usual way to write a number, though they share nothing."""
    assume(not currency or ending not in ("%", " %", " bn USD", "M€"))
    cell = f"{sign}{currency}{number}{ending}"
    read = numbers.read_number(cell)
    assert read is not None
    assert read == reread.read_number(cell)


@pytest.mark.chartqa
@pytest.mark.skipif(not FOLDER.is_dir(), reason="needs the evaluation data beside the checkout")
def test_every_gold_table_is_captured() -> None:
    """All 119, both readings agreeing in every cell."""
    tables = [case for case in load_cases(FOLDER) if case.table]
    for case in tables:
        assert case.table
        assert table(case.table.read_bytes(), case.chart_type).cells
    assert len(tables) == 119


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ("Ward,Head,Cost\nA,Quorvane,3\nB,Jones,4\n", "column 2", "leave it out"),
        ("Ward,Cost,Head\nA,3,Quorvane\nB,4,\n", "column 3", "leave it out"),
        ("Ward,Cost\nA,3\nB,n/a\nC,Quorvane\n", "row 3, column 2", "no number"),
    ],
)
def test_text_among_numbers_is_named_by_its_place(text: str, where: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        captured(text)
    assert (refused.value.code, refused.value.where) == (Code.TABLE_MALFORMED, where)
    assert said in refused.value.hint
    assert "Quorvane" not in str(refused.value)
