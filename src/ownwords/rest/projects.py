"""The project's own settings over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

from fastapi.responses import JSONResponse
from pydantic import Field

from ownwords.actions import projects
from ownwords.domain import ids
from ownwords.domain.projects import KeyScope, Project, ProjectSettings
from ownwords.rest.edge import Edge, edge
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Wire

router = routes()

_SAID: Final = ProjectSettings.says()


def _says(name: str) -> Any:
    return Field(description=_SAID[name].text)


def _number(name: str) -> Any:
    return Field(description=_SAID[name].text, ge=_SAID[name].least, le=_SAID[name].most)


QuotesName = Literal["auto", "verified", "stated"]
ModeName = Literal["plain", "strict"]
SystemName = Literal["BR", "AR", "EU", "US", "UK", "cm", "MX", "AU", "CN", "DE", "ES", "FR", "IT", "JP"]


class SettingsIn(Wire):
    """The settings to change; what is left out stays."""

    loose_gap_minutes: Annotated[int, _number("loose_gap_minutes")] = LEFT_OUT
    quotes: Annotated[QuotesName, _says("quotes")] = LEFT_OUT
    own_words: Annotated[ModeName, _says("own_words")] = LEFT_OUT
    size_system: Annotated[SystemName, _says("size_system")] = LEFT_OUT
    infer_from_purchases: Annotated[bool, _says("infer_from_purchases")] = LEFT_OUT
    diet_consent: Annotated[bool, _says("diet_consent")] = LEFT_OUT
    rate_per_key: Annotated[int, _number("rate_per_key")] = LEFT_OUT
    rate_per_person: Annotated[int, _number("rate_per_person")] = LEFT_OUT


class SettingsOut(Answer):
    """Every setting of a project."""

    loose_gap_minutes: int
    quotes: QuotesName
    own_words: ModeName
    size_system: SystemName
    infer_from_purchases: bool
    diet_consent: bool
    rate_per_key: int
    rate_per_person: int


class ProjectOut(Answer):
    """A project and its settings."""

    id: str
    name: str
    settings: SettingsOut


@router.get("/v1/project", response_model=ProjectOut, tags=["project"])
def get(caller: Edge = edge(KeyScope.ITEMS_READ)) -> JSONResponse:
    """Read the project that the key belongs to."""
    return JSONResponse(project_out(projects.get(caller.memory, caller.project)))


@router.patch("/v1/project", response_model=ProjectOut, tags=["project"])
def change(body: SettingsIn, caller: Edge = edge(KeyScope.PROJECT_WRITE)) -> JSONResponse:
    """Change the project's settings; each memory is filed by them when it is next opened."""
    given = {name: getattr(body, name) for name in body.model_fields_set}
    changed = projects.change(caller.memory, caller.project, given)
    caller.rest.doorkeeper.forget(changed.id)
    return JSONResponse(project_out(changed))


def project_out(project: Project) -> dict[str, Any]:
    """Write a project."""
    return {"id": ids.project_text(project.id), "name": project.name, "settings": asdict(project.settings)}
