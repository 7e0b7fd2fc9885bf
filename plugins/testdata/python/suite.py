"""A plugin with the reference routines of usersub/subtest: the scripts of the interpreters as they are."""

import os
import sys

here = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(here, "../../../sdk/python"))
import trammel  # noqa: E402

scripts = os.path.join(here, "../../../usersub/pysub/testdata")
plugin = trammel.plugin(name="tests/suite", version="1.2.3")
plugin.script(os.path.join(scripts, "suite.py"), CATENA="PFOSUB", PARSUM="PFOSUB", FLAGSN="SFOSUB", LUGARY="ARYSUB",
              LUGYFO="YFOSUB", COLXX="YFOXX", COLXU="YFOXU", BUSHNG="GFOSUB", EIGHTS="REQSUB", LATERQ="PFOSUB",
              UNKNWN="VARSUB", SPELNG="VARSUB", MANYQS="VARSUB", EVENTS="VARSUB", MODINF="ARYSUB", COUNTR="VARSUB",
              FAILUR="VARSUB")
plugin.script(os.path.join(scripts, "utility.py"), **{name: "ARYSUB" for name in (
    "RAMPSU", "STOPSU", "SERISU", "TURNSU", "PLACSU", "SPLISU", "MODLSU", "CLOCSU", "SETSSU", "WRONSU")})

if __name__ == "__main__":
    plugin.serve()
