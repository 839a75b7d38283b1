"""The commands. Imports of everything heavy happen inside them: help answers at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="recast",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Use a remote model on private charts, recordings, tables and texts without showing them.",
)

Evidence = Annotated[
    Path,
    typer.Argument(
        metavar="PATH", help="A chart image, a recording, a table (CSV, JSON) or a text."
    ),
]
Question = Annotated[
    str,
    typer.Argument(
        metavar="QUESTION",
        show_default=False,
        help="What you want to know. Leave it out for a recording that asks it.",
    ),
]
Chart = Annotated[
    str | None,
    typer.Option(
        "--chart",
        help="How to draw a table (CSV, JSON, Markdown): table, bar, hbar, grouped, hgrouped, "
        "stacked, hstacked, line or pie. Not for pictures, nor where text or sound leaves.",
    ),
]
Choice = Annotated[
    list[str] | None, typer.Option("--choice", help="An answer to choose from; repeatable.")
]
Out = Annotated[
    Path | None, typer.Option("--out", help="Write what leaves (evidence and question) here.")
]
Release = Annotated[
    str | None,
    typer.Option(
        "--release",
        help="What leaves, if not the same kind as you give (a table leaves drawn): image draws a "
        "table or chart (of a text: the table in it), text writes it, audio says it (speech "
        "extra). A recording leaves as audio or text.",
    ),
]
SpokenQuestion = Annotated[
    bool,
    typer.Option(
        "--spoken-question", help="Say the question in the released recording, not in a text."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON: one object, or one a line.")]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"recast {version('recast-agent')}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Options that stand before any command; the application's own help is shown for them."""


@app.command()
def solve(
    path: Evidence,
    question: Question = "",
    chart: Chart = None,
    choice: Choice = None,
    release: Release = None,
    spoken_question: SpokenQuestion = False,
    out: Out = None,
    json: AsJson = False,
    preview: Annotated[
        bool,
        typer.Option("--preview", help="Show what would leave and ask first, at a terminal."),
    ] = False,
    confirm: Annotated[
        bool,
        typer.Option(
            "--confirm",
            help="Show what was read of a chart and let you correct it, at a terminal; of other "
            "evidence nothing is asked.",
        ),
    ] = False,
) -> None:
    """Answer a question about private evidence with a remote model that never sees it."""
    from recast_agent.cli import cases
    from recast_agent.cli.given import Asked

    asked = Asked(path, question, tuple(choice or ()), chart, release, spoken_question, out)
    raise typer.Exit(cases.solve(asked, as_json=json, preview=preview, confirm=confirm))


@app.command()
def protect(
    path: Evidence,
    question: Question = "",
    chart: Chart = None,
    choice: Choice = None,
    release: Release = None,
    spoken_question: SpokenQuestion = False,
    out: Out = None,
    json: AsJson = False,
) -> None:
    """Make and check a release, and send nothing."""
    from recast_agent.cli import cases
    from recast_agent.cli.given import Asked

    asked = Asked(path, question, tuple(choice or ()), chart, release, spoken_question, out)
    raise typer.Exit(cases.protect(asked, as_json=json))


@app.command()
def resume(
    case: Annotated[str, typer.Argument(help="The case id that solve or protect printed.")],
    out: Out = None,
    json: AsJson = False,
) -> None:
    """Go on with a case that ran out of time or got no answer; nothing is made twice."""
    from recast_agent.cli import cases

    raise typer.Exit(cases.resume(case, out, as_json=json))


@app.command()
def recover(
    case: Annotated[str, typer.Argument(help="The case id that protect printed.")],
    program: Annotated[
        str, typer.Argument(help="A file with the program, or - for standard input.")
    ],
    json: AsJson = False,
) -> None:
    """Run a program over disguised operands on the true ones.

    A program assigns answer, with protected(…) around each number that it reads from the release:
    answer = protected(41.5) - protected(17.2)
    """
    from recast_agent.cli import cases

    raise typer.Exit(cases.recover(case, program, as_json=json))


@app.command()
def forget(case: Annotated[str, typer.Argument(help="A case id.")]) -> None:
    """Delete what is kept of a case."""
    from recast_agent.cli import cases

    raise typer.Exit(cases.forget(case))


@app.command()
def log(
    json: AsJson = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check the keyed chain from its first event.")
    ] = False,
) -> None:
    """Show every request that left, or verify that the log is whole."""
    from recast_agent.cli import records

    raise typer.Exit(records.log(as_json=json, verify=verify))


@app.command()
def doctor(json: AsJson = False) -> None:
    """Say what works on this machine and what is missing."""
    from recast_agent.cli import doctor

    raise typer.Exit(doctor.doctor(as_json=json))


@app.command()
def standin(
    port: Annotated[int, typer.Option("--port", help="Port on loopback; 0 picks one.")] = 8331,
) -> None:
    """Run the offline stand-in solver: it sees only requests, like a remote model."""
    from recast_agent.cli.output import guarded
    from recast_agent.standin.server import serve

    def run() -> int:
        sys.stderr.write("stand-in solver: reads charts by rule, is no language model\n")
        serve("127.0.0.1", port)
        return 0

    raise typer.Exit(guarded(run, as_json=False))
