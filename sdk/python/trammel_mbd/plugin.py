"""Plugins in Python: the package ``trammel`` by another name. See sdk/python/README.md."""

from trammel import *  # noqa: F401,F403
from trammel import __all__  # noqa: F401
