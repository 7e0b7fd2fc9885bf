# Says what an interpreter is, for Find: one line of JSON. The argument is a script, or
# empty, whose imports are looked up.
import ast
import json
import os
import platform
import sys
import sysconfig


def imports(node):
    """Modules that are imported without a try around them."""
    for x in ast.iter_child_nodes(node):
        if isinstance(x, ast.Try):
            continue
        if isinstance(x, ast.Import):
            for a in x.names:
                yield a.name.split(".")[0]
        elif isinstance(x, ast.ImportFrom) and not x.level and x.module:
            yield x.module.split(".")[0]
        for name in imports(x):
            yield name


# Modules that the solver brings, and what these import.
GIVEN = dict(msolve=[], modelUnitTests=[], exudyn=["numpy"], exudynUtilities=["numpy"], itemInterface=["numpy"])


def missing(script):
    from importlib.util import find_spec
    if not script:
        return [], ""
    try:
        with open(script, "rb") as f:
            tree = ast.parse(f.read())
    except (OSError, SyntaxError, ValueError) as e:
        return [], "line %s: %s: %s" % (getattr(e, "lineno", 0), type(e).__name__, getattr(e, "msg", e))
    sys.path.insert(0, os.path.dirname(script))
    lacks = []
    names = set(imports(tree))
    for name in sorted(names & set(GIVEN)):
        names.remove(name)
        names.update(GIVEN[name])
    for name in sorted(names):
        try:
            if find_spec(name) is None:
                lacks.append(name)
        except (ImportError, ValueError):
            lacks.append(name)
    del sys.path[0]
    return lacks, ""


def libraries():
    get = sysconfig.get_config_var
    base, names = getattr(sys, "base_prefix", sys.prefix), []
    for name in (get("INSTSONAME"), get("LDLIBRARY"), "libpython%d.%d.so.1.0" % sys.version_info[:2],
                 "libpython%d.%d.dylib" % sys.version_info[:2]):
        if name and (".so" in name or ".dylib" in name or "framework" in name) and name not in names:
            names.append(name)
    folders = [get("LIBDIR"), get("LIBPL"), os.path.join(base, "lib"), get("PYTHONFRAMEWORKPREFIX")]
    if get("LIBDIR") and get("MULTIARCH"):
        folders.insert(1, os.path.join(get("LIBDIR"), get("MULTIARCH")))
    if os.name == "nt":
        names, folders = ["python%d%d.dll" % sys.version_info[:2]], [base]
    return [os.path.join(d, n) for d in folders if d for n in names]


def packages():
    """Folders of packages, and the prefix: what site finds out, without the .pth files that it runs."""
    import site
    prefix, both = sys.prefix, True
    home = os.path.dirname(os.path.dirname(os.path.abspath(sys.executable)))
    config = os.path.join(home, "pyvenv.cfg")
    if os.path.isfile(config):
        prefix = home
        with open(config) as f:
            both = any(line.replace(" ", "").lower().startswith("include-system-site-packages=true") for line in f)
    folders = site.getsitepackages([prefix] + [sys.prefix] * (both and sys.prefix != prefix))
    return prefix, [p for p in folders if os.path.isdir(p) and p not in sys.path]


prefix = sys.prefix
if sys.flags.no_site:
    prefix, more = packages()
    sys.path.extend(more)
if sys.path and sys.path[0] == "":
    del sys.path[0]  # the current folder, because of -c
lacks, wrong = missing(sys.argv[1] if len(sys.argv) > 1 else "")
print(json.dumps(dict(
    executable=sys.executable, version=platform.python_version(), number=list(sys.version_info[:2]), prefix=prefix,
    base=getattr(sys, "base_prefix", sys.prefix), path=sys.path, libraries=libraries(),
    built=platform.python_implementation(), missing=lacks, wrong=wrong)))
