"""The project's own settings over HTTP."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi.responses import JSONResponse
from pydantic import Field

from ownwords.actions import projects
from ownwords.domain import ids, limits
from ownwords.domain.projects import KeyScope, Project
from ownwords.rest.edge import Edge, edge
from ownwords.rest.strict import routes
from ownwords.rest.wire import LEFT_OUT, Answer, Wire

router = routes()


class SettingsIn(Wire):
    """The settings to change; what is left out stays."""

    loose_gap_minutes: Annotated[int, Field(ge=1, le=limits.LOOSE_GAP_MINUTES_MOST)] = LEFT_OUT


class ProjectOut(Answer):
    """A project and its settings."""

    id: str
    name: str
    settings: dict[str, Any]


@router.get("/v1/project", response_model=ProjectOut, tags=["project"])
def get(caller: Edge = edge(KeyScope.ITEMS_READ)) -> JSONResponse:
    """Read the project that the key belongs to."""
    return JSONResponse(project_out(projects.get(caller.memory, caller.caller.project)))


@router.patch("/v1/project", response_model=ProjectOut, tags=["project"])
def change(body: SettingsIn, caller: Edge = edge(KeyScope.PROJECT_WRITE)) -> JSONResponse:
    """Change the project's settings; each memory is filed by them when it is next opened."""
    given = {name: getattr(body, name) for name in body.model_fields_set}
    project = projects.get(caller.memory, caller.caller.project)
    changed = projects.change(caller.memory, project, replace(project.settings, **given))
    caller.rest.doorkeeper.forget(project.id)
    return JSONResponse(project_out(changed))


def project_out(project: Project) -> dict[str, Any]:
    """Write a project."""
    settings = {"loose_gap_minutes": project.settings.loose_gap_minutes}
    return {"id": ids.project_text(project.id), "name": project.name, "settings": settings}
