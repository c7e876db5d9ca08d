"""The application that a WSGI server runs."""

import os

from django.core.wsgi import get_wsgi_application

from scorekeeper.arrival import once_whole
from scorekeeper.charset import only_utf8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

application = only_utf8(once_whole(get_wsgi_application()))
