"""What came of many cases of a query."""

from dataclasses import dataclass

from bench.storms.kit import Verdict


@dataclass
class Tally:
    """Cases of one query.

    Attributes:
        name: The query.
        cases: How many there were.
        found: Hits, bodies or points that brute force found.
        doubtful: Cases that rounding decides.
        wrong: Cases that are wrong.
        worst: Largest deviation of a length, over the scale of the scene, where neither is the case [m].
        example: One that is wrong.
    """

    name: str
    cases: int = 0
    found: int = 0
    doubtful: int = 0
    wrong: int = 0
    worst: float = 0.0
    example: str = ""

    def add(self, other: "Tally") -> None:
        """Add the cases of another scene."""
        self.cases += other.cases
        self.found += other.found
        self.doubtful += other.doubtful
        self.wrong += other.wrong
        self.worst = max(self.worst, other.worst)
        self.example = self.example or other.example

    def judge(self, *, doubtful: bool, case: str) -> None:
        """Count a case whose answers differ."""
        self.doubtful += doubtful
        if not doubtful:
            self.wrong += 1
            self.example = self.example or case

    def verdict(self) -> Verdict:
        """For the report."""
        lines = [
            f"{self.cases:,} cases, {self.wrong} wrong, {self.doubtful} in doubt; {self.found:,} found, "
            f"lengths within {self.worst:.1e} m"
        ]
        lines += [f"for example {self.example}"] if self.wrong else []
        return Verdict(f"{self.name} equals brute force", self.wrong == 0, lines)
