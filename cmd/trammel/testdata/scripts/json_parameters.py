import json
import os

with open(os.path.join(os.path.dirname(__file__), os.environ.get("NO_SUCH_VARIABLE", "json_parameters.json"))) as f:
    data = json.load(f)
law = {e["name"]: e for e in data["elements"]}


def VFOSUB(id, time, par, npar, dflag, iflag):
    e = law["bead"]
    z, v = [py_sysfnc(name, [par[0]])[0] for name in ("DZ", "VZ")]
    return [0, 0, -e["stiffness"] * z - e["damping"] * v + e.get("preload", 0.0)]
