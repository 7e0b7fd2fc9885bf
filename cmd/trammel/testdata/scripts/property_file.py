# A property file in the style of tyre and bushing files.
import os
import re

SECTION = re.compile(r"^\[(\w+)\]$")
ENTRY = re.compile(r"^(\w+)\s*=\s*([-+]?\d+\.?\d*(?:[eE][-+]?\d+)?)")


def read(path):
    sections, current = {}, None
    with open(path) as f:
        for line in f:
            line = re.sub(r"[$!].*", "", line).strip()
            m = SECTION.match(line)
            if m:
                current = sections.setdefault(m.group(1), {})
                continue
            m = ENTRY.match(line)
            if m:
                current[m.group(1)] = float(m.group(2))
    return sections


data = read(os.path.join(os.path.dirname(__file__), "property_file.bus"))


def VFOSUB(id, time, par, npar, dflag, iflag):
    k, d = data["STIFFNESS"]["KZ"], data["DAMPING"]["DZ"]
    return [0, 0, -k * py_sysfnc("DZ", [par[0]])[0] - d * py_sysfnc("VZ", [par[0]])[0]]
