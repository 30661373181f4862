"""`make demo`: a small shopping conversation is filed, edited, searched and forgotten, and preferences are kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.markup import escape

from demo.serving import Served, serving
from demo.story import (
    CONVERSATION,
    CORRECTED,
    DENIED,
    EDIT,
    ENGLISH,
    MEANINGS,
    PAGE,
    PERSON,
    PLANTED,
    POLICY,
    PRIVATE_WORDS,
    PURCHASE,
    QUESTIONS,
)
from ownwords.client import Hit, Ownwords, OwnwordsError, ToolAnswer

console = Console(highlight=False, soft_wrap=True)


def main() -> None:
    """Live through the story and stop at the first thing that is not as it should be."""
    with serving() as served, Ownwords(served.url, served.key) as memory:
        console.rule("[bold]Ownwords[/bold]")
        said(f"a server of its own answers at {served.url}, with one SQLite file and no network")
        file(memory)
        retry(memory)
        edit(memory)
        find(memory)
        mean(memory)
        know(memory)
        who(memory)
        prefer(memory, served)
        forget(memory, served)
        console.rule()
        said("everything above went over real HTTP and is checked; see README.md for how to do it yourself")


def file(memory: Ownwords) -> None:
    """File the conversation and the shop's policy."""
    step("A backend files what was said")
    outcomes = memory.add(PERSON, [*CONVERSATION, POLICY], wait_indexed=True).items
    for item in CONVERSATION:
        speaker = {"user": "Ana", "assistant": "Loja"}[str(item["role"])]
        console.print(f"  [dim]{item['at'][11:16]}[/dim] [bold]{speaker:<5}[/bold] {item['text']}")
    check(f"{len(outcomes)} items, all created", all(one.status == "created" for one in outcomes))
    threads = memory.threads(PERSON).threads
    check(f"filed in {len(threads)} threads: a session's day, and the document", len(threads) == 2)


def retry(memory: Ownwords) -> None:
    """Send the same batch again."""
    step("The answer got lost, so the backend sends it again")
    outcomes = memory.add(PERSON, [*CONVERSATION, POLICY]).items
    check("every item answers `unchanged`; nothing is there twice", all(one.status == "unchanged" for one in outcomes))


def edit(memory: Ownwords) -> None:
    """Edit a message."""
    step("Ana corrects a message")
    (outcome,) = memory.add(PERSON, [EDIT], wait_indexed=True).items
    versions = memory.versions(PERSON, str(EDIT["id"]))
    for version in versions:
        console.print(f"  version {version.version}: {version.text}")
    check("both versions are kept, and the date stays", outcome.status == "edited" and len(versions) == 2)
    hits = memory.search(PERSON, "numero 41")
    check("what was corrected away is not found", not any("41" in hit.text for hit in hits))


def find(memory: Ownwords) -> None:
    """Ask questions."""
    step("The assistant asks, without accents and in other forms of the words")
    for question, expected in QUESTIONS:
        hits = memory.search(PERSON, question, limit=3)
        console.print(f"  [bold]{question}[/bold]\n    → {marked(hits[0])}")
        check(f"found, with {len(hits[0].around)} turns around it", hits[0].items[0].id == expected)


def mean(memory: Ownwords) -> None:
    """Ask in other words, and in another language."""
    step("It asks in words that nobody used, and in another language")
    memory.add(PERSON, [ENGLISH], wait_indexed=True)
    for question, expected in MEANINGS:
        hits = memory.search(PERSON, question, limit=3)
        why = hits[0].why
        console.print(f"  [bold]{question}[/bold]\n    → {hits[0].text}")
        how = "by meaning alone" if why.words is None else "by words and by meaning"
        check(f"found {how}", hits[0].items[0].id == expected)


def know(memory: Ownwords) -> None:
    """Give an assistant its context."""
    step("What goes into the assistant's prompt")
    context = memory.context(PERSON, "entrega do tênis", max_tokens=300)
    for line in context.text.splitlines():
        console.print(f"  [dim]{escape(line)}[/dim]")
    check(
        f"{len(context.items)} lines, {context.tokens} of 300 tokens, each with date, speaker and id",
        bool(context.items),
    )


def who(memory: Ownwords) -> None:
    """List the speakers."""
    step("Who spoke")
    speakers = memory.speakers(PERSON).speakers
    for speaker in speakers:
        console.print(f"  {speaker.kind:<8} {', '.join(speaker.names) or '–':<10} {speaker.items} items")
    check(
        "one person, and a machine that is never taken for her",
        [one.kind for one in speakers] == ["person", "machine"],
    )


def prefer(memory: Ownwords, served: Served) -> None:
    """Keep what Ana prefers, in her own words only."""
    step("Ana signs in, and the assistant keeps what she says of herself")
    memory.add(PERSON, [PAGE, DENIED, CORRECTED])
    with Ownwords(served.url, memory.issue_session(PERSON).token) as ana:
        (kept,) = ana.remember("shoe_size", "42", quote="eu calço 42").memories
        evidence = kept.evidence[0]
        console.print(f"  shoe_size {kept.value[0]}, since “{evidence.quote}” ({evidence.item_id}, {evidence.span})")
        check("remembered with `verified: true`, by the span of her message", evidence.verified is True)
        page = partial(ana.remember, "preferred_brands", ["Mizuno"], quote=PLANTED)
        refused("what only a page says", page, "memory_source_not_person")
        refused("“não calço 41”", partial(ana.remember, "shoe_size", "41", turn="m6"), "denied")
        refused("a key, which is nobody", partial(memory.remember, "shoe_size", "42", turn="m1"), "no_person")
        (kept,) = ana.correct("43", key="shoe_size", quote="agora eu calço 43").memories
        earlier = ana.preferences(history=True).memories[0].history or ()
        values = [one.value[0] for one in earlier]
        check(f"corrected to {kept.value[0]}; the history still says {', '.join(values)}", values == ["42"])
        check("forgotten, history included", ana.forget_preference(key="shoe_size").memories == ())
        memory.add_purchases(PERSON, [PURCHASE])
        inferred = partial(ana.remember, "shoe_size", "42", purchase_id="pedido-1")
        refused("what a purchase would bring back", inferred, "key_forgotten")


def refused(what: str, call: Callable[[], ToolAnswer], why: str) -> None:
    """Call the tool, which is refused."""
    try:
        call()
    except OwnwordsError as problem:
        told = f"{problem.code} {problem.reason or ''}".strip()
        check(f"{what} is refused: {told}", why in told)
    else:
        check(f"{what} is refused", holds=False)


def forget(memory: Ownwords, served: Served) -> None:
    """Forget a message and prove it."""
    step("Ana wants one message forgotten")
    check(f"before: “{PRIVATE_WORDS}” stands in the server's files", served.holds(PRIVATE_WORDS))
    receipt = memory.forget(PERSON, ids=["m3"])
    console.print(f"  receipt {receipt.receipt_id}: {dict(receipt.forgotten)}")
    check(
        "no read path shows it",
        not any(PRIVATE_WORDS in hit.text for hit in memory.search(PERSON, PRIVATE_WORDS)),
    )
    proof = memory.verify(PERSON, receipt.receipt_id)
    looked = sum(proof.searched.values())
    check(f"verified: {looked} rows looked at, none left", proof.clean)
    memory.wait_until_purged(PERSON, receipt.receipt_id, timeout=60)
    check("purged: it stands nowhere in the database, its log or its indexes", not served.holds(PRIVATE_WORDS))
    again = memory.add(PERSON, [CONVERSATION[1]]).items[0].status
    check("the other messages are untouched", again == "unchanged")


def marked(hit: Hit) -> str:
    """Write a hit with the matched words marked."""
    text, shown, last = hit.text.replace("\n", " "), "", 0
    for start, end in hit.spans:
        shown += f"{text[last:start]}[reverse]{text[start:end]}[/reverse]"
        last = end
    return shown + text[last:]


def step(title: str) -> None:
    """Begin a step."""
    console.print(f"\n[bold cyan]{title}[/bold cyan]")


def said(text: str) -> None:
    """Tell."""
    console.print(f"  {text}")


def check(text: str, holds: bool) -> None:  # noqa: FBT001 - it reads as a sentence and whether it holds
    """Tell that something holds, or end."""
    console.print(f"  [green]✓[/green] {text}" if holds else f"  [red]✗ {text}[/red]")
    if not holds:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
