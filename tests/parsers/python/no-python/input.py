"""
import no
"""
import urllib2, os.path as path  # two
from a import (b,
    c as d, # e
)
from .near import *

def f(x):
    import g; print "old style: import no"
    from here on import nothing
    return 'import no'
# import no
import {{ name }}
