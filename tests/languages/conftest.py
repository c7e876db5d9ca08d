from tests.pages.conftest import club, keeper, watcher

__all__ = ["club", "keeper", "watcher"]
