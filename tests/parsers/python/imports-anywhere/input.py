import a.b as c, d
from e import (
    f as g,
    h,
)
from __future__ import annotations; import i
text = "import no"  # import no
try:
    import j
except* ImportError:
    from k import *
else:
    import l
finally:
    import m
match text:
    case "x":
        import n
while x:
    with y:
        for z in []:
            import o
        else:
            import p


class Q:
    async def r(self):
        if self:
            import s
        elif x:
            import t
        return lambda: __import__("no")


from \
    u import v
from . w import x
é = "ü"; import y
