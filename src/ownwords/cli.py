"""The command line; the only reader of argv."""

from __future__ import annotations

import json
import logging
import shutil
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ownwords import app, settings
from ownwords.actions import projects, sign_ins
from ownwords.actions.memory import Memory, Whose
from ownwords.actions.restoring import carry_over
from ownwords.actions.sign_ins import Wanted
from ownwords.domain import ids, limits, times
from ownwords.domain.errors import Problem, RefusesToServe
from ownwords.domain.own_words import Mode
from ownwords.domain.projects import (
    DEFAULT_SCOPES,
    ApiKey,
    KeyMode,
    KeyScope,
    Project,
    ProjectSettings,
    Quotes,
)
from ownwords.domain.sign_ins import COMMAND_LINE, PersonScope
from ownwords.domain.sizes import SizeSystem
from ownwords.rest import lines
from ownwords.rest.projects import project_out
from ownwords.rest.sign_ins import session_out
from ownwords.settings import Settings

main = typer.Typer(
    help="Ownwords: a memory server that keeps what was said.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
key_commands = typer.Typer(help="The keys of a project.", no_args_is_help=True)
project_commands = typer.Typer(help="The projects of this server.", no_args_is_help=True)
main.add_typer(key_commands, name="key")
main.add_typer(project_commands, name="project")

shown = Console(soft_wrap=True, highlight=False)
told = Console(stderr=True, soft_wrap=True, highlight=False)

Data = Annotated[Path | None, typer.Option("--data", help="The folder of the database and of the secret.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ProjectName = Annotated[str | None, typer.Option("--project", help="The project's id; else the oldest one.")]
User = Annotated[str, typer.Option("--user", help="The person, by the project's own id.")]


def _setting(name: str) -> Any:
    """Give the option of a project's setting, with what the setting says of itself."""
    said = ProjectSettings.says()[name]
    if not said.most:
        return typer.Option(help=said.text)
    return typer.Option(help=said.text, min=said.least, max=said.most)


@main.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=settings.PORT_MOST, help="The port to listen on.")] = None,
    data: Data = None,
) -> None:
    """Start the server; the first start makes a project and prints its test key once."""
    chosen = _settings(data)
    chosen = replace(chosen, host=host or chosen.host, port=chosen.port if port is None else port)
    logging.basicConfig(level=chosen.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
    with _told(), app.opened(chosen) as memory:
        project = app.first_project(memory)
        key = app.first_key(memory, project)
        where = (chosen.database_url and "PostgreSQL") or str(chosen.data / app.DATABASE)
        told.print(f"Ownwords keeps project {ids.project_text(project.id)} in {where}")
        if key is not None:
            told.print(f"Its test key, shown this once:  [bold]{key.text}[/bold]")
        told.print(f"Listening on http://{chosen.host}:{chosen.port}  (Ctrl-C stops it)")
        app.serve(memory, chosen)


@key_commands.command("create")
def create_key(
    scope: Annotated[list[KeyScope] | None, typer.Option(help="What the key may do; give it once for each.")] = None,
    live: Annotated[bool, typer.Option("--live", help="A key for real; else one for trying.")] = False,
    project: ProjectName = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Make a key and print it, this once."""
    with _memory(data) as memory:
        mode = KeyMode.LIVE if live else KeyMode.TEST
        chosen = _project(memory, project)
        made = projects.create_key(memory, chosen.id, mode, token_bytes(32), scope or DEFAULT_SCOPES)
        if as_json:
            _print_json(_key(made.key) | {"key": made.text})
        else:
            shown.print(made.text)


@key_commands.command("list")
def list_keys(project: ProjectName = None, data: Data = None, as_json: AsJson = False) -> None:
    """List the keys of a project; never the keys themselves."""
    with _memory(data) as memory:
        listed = [_key(key) for key in projects.keys(memory, _project(memory, project).id)]
        if as_json:
            _print_json({"keys": listed})
        for key in () if as_json else listed:
            state = "live" if key["revoked_at"] is None else f"revoked {key['revoked_at']}"
            shown.print(f"{key['id']}  {key['mode']}  {state}  {' '.join(key['scopes'])}")


@key_commands.command("revoke")
def revoke_key(key: str, project: ProjectName = None, data: Data = None, as_json: AsJson = False) -> None:
    """End a key; a running server stops taking it within a second."""
    with _memory(data) as memory:
        revoked = projects.revoke_key(memory, _project(memory, project).id, key)
        if as_json:
            _print_json(_key(revoked))
        else:
            shown.print(f"{revoked.id} is revoked")


@project_commands.command("create")
def create_project(name: str, data: Data = None, as_json: AsJson = False) -> None:
    """Make a project and its first test key."""
    with _memory(data) as memory:
        made = projects.create(memory, name, int.from_bytes(token_bytes(4), "big"))
        key = projects.create_key(memory, made.id, KeyMode.TEST, token_bytes(32), DEFAULT_SCOPES)
        if as_json:
            _print_json(project_out(made) | {"key": key.text})
        else:
            shown.print(f"{ids.project_text(made.id)}  {key.text}")


@project_commands.command("list")
def list_projects(data: Data = None, as_json: AsJson = False) -> None:
    """List the projects."""
    with _memory(data) as memory:
        listed = [project_out(one) for one in projects.every(memory)]
        if as_json:
            _print_json({"projects": listed})
        for one in () if as_json else listed:
            shown.print(f"{one['id']}  {one['name']}")


@project_commands.command("set")
def set_project(
    *,
    loose_gap_minutes: Annotated[int | None, _setting("loose_gap_minutes")] = None,
    quotes: Annotated[Quotes | None, _setting("quotes")] = None,
    own_words: Annotated[Mode | None, _setting("own_words")] = None,
    size_system: Annotated[SizeSystem | None, _setting("size_system")] = None,
    infer_from_purchases: Annotated[bool | None, _setting("infer_from_purchases")] = None,
    diet_consent: Annotated[bool | None, _setting("diet_consent")] = None,
    rate_per_key: Annotated[int | None, _setting("rate_per_key")] = None,
    rate_per_person: Annotated[int | None, _setting("rate_per_person")] = None,
    project: ProjectName = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Change a project's settings, those that are named, and print them all; a running server knows in a second."""
    # One option a setting: as many parameters as there are settings, each read by its own name.
    options = dict(locals())
    given = {one: options[one] for one in ProjectSettings.says() if options[one] is not None}
    if not given:
        raise typer.BadParameter("name a setting to change; `ownwords project list --json` shows them")
    with _memory(data) as memory:
        changed = projects.change(memory, _project(memory, project), given)
        if as_json:
            _print_json(project_out(changed))
            return
        for name, value in project_out(changed)["settings"].items():
            shown.print(f"{name}  {json.dumps(value)}")


@main.command()
def token(
    user: User,
    *,
    seconds: Annotated[int, typer.Option(min=1, max=limits.TOKEN_SECONDS_MOST, help="How long it is good for.")] = (
        limits.TOKEN_SECONDS_DEFAULT
    ),
    scope: Annotated[list[PersonScope] | None, typer.Option(help="What it may do; give it once for each.")] = None,
    port: Annotated[int | None, typer.Option(max=settings.PORT_MOST, help="The port that the server is on.")] = None,
    project: ProjectName = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Issue a person token and print it, this once: for development, where there is no sign-in to verify yet."""
    chosen = _settings(data)
    tokens = replace(chosen, port=chosen.port if port is None else port)
    with _memory(data) as memory:
        whose = Whose(_project(memory, project), user)
        wanted = Wanted(COMMAND_LINE, token_bytes(10), seconds, scope or sign_ins.ALL_SCOPES)
        issued = sign_ins.issue(memory, app.tokens_of(tokens, memory.secret), whose, wanted)
    if as_json:
        _print_json(session_out(issued))
    else:
        shown.print(issued.text)


@main.command("export")
def export(
    user: User,
    to: Annotated[Path | None, typer.Option(help="A file that is not there yet; else standard output.")] = None,
    project: ProjectName = None,
    data: Data = None,
) -> None:
    """Take out a person's whole memory as JSON Lines."""
    with _memory(data) as memory, _working("exporting") as advance:
        whose = Whose(_project(memory, project), user)
        with sys.stdout.buffer if to is None else to.open("xb") as file:
            for line in lines.write(memory, whose):
                file.write(line)
                advance(1)


@main.command("import")
def bring(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    user: User,
    project: ProjectName = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Bring in a person's memory; what was forgotten since never comes back, and a second run changes nothing."""
    with _memory(data) as memory, _working("importing") as advance:
        reader = lines.Reader(memory, Whose(_project(memory, project), user))
        with file.open("rb") as opened:
            for line in opened:
                reader.take(line)
                advance(1)
        reader.flush()
    came = reader.brought
    counts = {
        "created": came.created,
        "held": came.held,
        "forgotten": came.forgotten,
        "expired": came.expired,
    }
    if as_json:
        _print_json(counts)
    else:
        shown.print(", ".join(f"{name} {count}" for name, count in counts.items()))


@main.command()
def migrate(data: Data = None, as_json: AsJson = False) -> None:
    """Bring the database's schema up to date; `serve` does so by itself."""
    with _memory(data) as memory, _working("migrating"):
        health = memory.store.health()
    if as_json:
        _print_json({"engine": health.engine, "version": health.version})
    else:
        shown.print(f"{health.engine} {health.version} is up to date")


@main.command()
def doctor(data: Data = None, as_json: AsJson = False) -> None:
    """Check what the promises stand on, and say what to do."""
    with _memory(data) as memory, _working("looking"):
        health = memory.store.health()
        chosen = _settings(data)
        faults = [*health.faults, *_about_this_machine(chosen, memory), *_about_the_model(memory)]
        model = memory.embedder.model
    if as_json:
        told = {"engine": health.engine, "version": health.version, "bytes": health.bytes, "faults": faults}
        _print_json(told | {"model": {"name": model.name, "dimension": model.dimension}})
    else:
        shown.print(f"{health.engine} {health.version}, {health.bytes:,} bytes")
        shown.print(f"search by meaning goes by {model.name}, {model.dimension} dimensions")
        for fault in faults or ["everything is as it should be"]:
            shown.print(f"- {fault}")
    raise typer.Exit(1 if faults else 0)


@main.command()
def backup(
    to: Annotated[Path, typer.Argument(help="A file that is not there yet.")],
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Write a whole copy of the database while the server runs; keep the file `secret` somewhere else."""
    with _memory(data) as memory, _working("copying"):
        memory.store.backup(to)
    if as_json:
        _print_json({"file": str(to), "bytes": to.stat().st_size})
    else:
        shown.print(f"{to} holds {to.stat().st_size:,} bytes")


@main.command()
def restore(
    backup_file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Put a backup in the place of the database; what was forgotten since is forgotten again first.

    Stop the server before.
    """
    chosen = _settings(data)
    with _told(), _working("restoring"):
        if chosen.database_url:
            raise RefusesToServe("PostgreSQL restores itself; see docs/erasure.md for what to forget again after.")
        gone = _restored(chosen, backup_file)
    if as_json:
        _print_json({"forgotten_again": gone})
    else:
        shown.print(f"restored; {gone} items and purchases that were forgotten since are forgotten again")


def _restored(chosen: Settings, backup_file: Path) -> int:
    """Prepare the backup beside the database, forget in it, and only then change places."""
    place = chosen.data / app.DATABASE
    draft = replace(chosen, data=chosen.data / "restoring", secret=chosen.secret)
    shutil.rmtree(draft.data, ignore_errors=True)
    draft.data.mkdir(mode=0o700, parents=True)
    try:
        shutil.copyfile(backup_file, draft.data / app.DATABASE)
        if not chosen.secret:
            shutil.copyfile(chosen.data / app.SECRET, draft.data / app.SECRET)
        gone = 0
        with app.opened(draft) as memory:
            if place.exists():
                with app.opened(chosen) as current:
                    gone = carry_over(current.store, memory)
            memory.store.purge(memory.clock.now())
        for end in ("-wal", "-shm"):
            place.with_name(place.name + end).unlink(missing_ok=True)
        (draft.data / app.DATABASE).replace(place)
    finally:
        shutil.rmtree(draft.data, ignore_errors=True)
    return gone


def _about_this_machine(chosen: Settings, memory: Memory) -> list[str]:
    faults: list[str] = []
    if memory.clock.now() < times.parse("2026-01-01T00:00:00Z"):
        faults.append("the clock stands before 2026; set it, or dates and expiry will be wrong")
    if not chosen.database_url:
        free = shutil.disk_usage(chosen.data).free
        size = memory.store.health().bytes
        if free < 2 * size:
            faults.append(f"{free:,} bytes are free; cleaning after a forget needs twice the database, {2 * size:,}")
        for name in (app.DATABASE, app.SECRET):
            path = chosen.data / name
            if path.exists() and path.stat().st_mode & 0o077:
                faults.append(f"others can read {path}; run chmod 600 on it")
    if not any(key.revoked_at is None for one in projects.every(memory) for key in projects.keys(memory, one.id)):
        faults.append("no project has a live key; run `ownwords key create`")
    return faults


def _about_the_model(memory: Memory) -> list[str]:
    try:
        memory.embedder.questions(["ownwords"])
    except Problem as problem:
        return [f"search by meaning does not work ({problem.code}); words are found meanwhile. {problem.message}"]
    learned = memory.store.projects_read(lambda rows: rows.learned_by())
    if learned not in (0, memory.model):
        return ["memories are still to be learned by another model than before; the running server does it by itself"]
    return []


@contextmanager
def _memory(data: Path | None) -> Generator[Memory]:
    with _told(), app.opened(_settings(data)) as memory:
        yield memory


@contextmanager
def _told() -> Generator[None]:
    """Say what is wrong in a sentence, not in a traceback."""
    try:
        yield
    except Problem as problem:
        told.print(f"[red]{problem.code}[/red]: {problem.message}")
        for fault in problem.faults[:20]:
            told.print(f"  {fault.pointer}  {fault.code}  {fault.message}", markup=False)
        raise typer.Exit(1) from None
    except FileExistsError as error:
        told.print(f"[red]file_exists[/red]: {error.filename} is there already; name another file")
        raise typer.Exit(1) from None


@contextmanager
def _working(what: str) -> Generator[Callable[[int], None]]:
    """Show that something is going on, and how far it is."""
    columns = (SpinnerColumn(), TextColumn("{task.description} {task.completed:,}"), TimeElapsedColumn())
    with Progress(*columns, console=told, transient=True) as progress:
        task = progress.add_task(what, total=None)

        def advance(count: int) -> None:
            progress.advance(task, count)

        yield advance


def _settings(data: Path | None) -> Settings:
    with _told():
        chosen = settings.read()
    return chosen if data is None else replace(chosen, data=data)


def _project(memory: Memory, name: str | None) -> Project:
    if name is None:
        return app.first_project(memory)
    for project in projects.every(memory):
        if ids.project_text(project.id) == name:
            return project
    raise RefusesToServe("There is no project of that id; `ownwords project list` lists the ones there are.")


def _key(key: ApiKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "project": ids.project_text(key.project),
        "mode": key.mode.value,
        "scopes": sorted(scope.value for scope in key.scopes),
        "created_at": times.write(key.created_at),
        "revoked_at": None if key.revoked_at is None else times.write(key.revoked_at),
    }


def _print_json(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
