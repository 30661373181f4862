"""The main job, lived through once over real HTTP."""
