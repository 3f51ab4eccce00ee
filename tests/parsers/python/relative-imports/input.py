from . import util, version as v
from .schema import Request
from .. import config
from ..core.db import get, put
from ... import far
from . import *
