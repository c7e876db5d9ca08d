from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    """The house itself: how it is started, and what it checks of the machine."""

    name = "scorekeeper"

    def ready(self) -> None:
        from scorekeeper import checks  # noqa: F401, PLC0415 - importing it registers the checks
        from scorekeeper.compiled import compile_changed  # noqa: PLC0415 - it reads the settings

        compile_changed()
