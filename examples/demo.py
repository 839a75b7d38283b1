"""``make demo``: a real chart is read, another one leaves, the true answer appears here."""

from __future__ import annotations

import secrets
import sys
import tempfile
from pathlib import Path

from recast_agent import ReCast, Settings
from recast_agent.standin.process import running

FOLDER = Path(__file__).resolve().parent
QUESTIONS = (
    ("late_deliveries.png", "Which carrier had the highest share?"),
    ("late_deliveries.png", "What is the average of all bars?"),
    ("ward_costs.csv", "What was the cost of supplies in Renal?"),
)


def main() -> int:
    """Exit code: 0 where every question was answered."""
    out = FOLDER.parent / "out"
    out.mkdir(exist_ok=True)
    answered = True
    with tempfile.TemporaryDirectory() as home, running() as url:
        print(f"stand-in solver in its own process at {url} (it reads charts by rule)\n")
        settings = Settings(home=Path(home), secret=secrets.token_urlsafe(32), solver_base_url=url)
        client = ReCast(settings)
        for number, (name, question) in enumerate(QUESTIONS, 1):
            result = client.solve(FOLDER / name, question)
            answered = answered and result.status == "answered"
            print(f"evidence   {name}\nquestion   {question}")
            if result.release:
                picture = out / f"release_{number}.png"
                picture.write_bytes(result.release.artifact.data)
                print(f"what left  {picture}\n           {result.release.question}")
            print(f"answer     {result.show()}\n")
    return 0 if answered else 1


if __name__ == "__main__":
    sys.exit(main())
