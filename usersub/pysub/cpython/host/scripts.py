# Scripts: modules, and whether their functions can be routines.

class Script:
    def __init__(self, file, module):
        self.file, self.module = file, module


SCRIPTS = []
CALLS = {}


def open_script(file, src):
    """Executes a module; its place in SCRIPTS is its number."""
    folder = os.path.dirname(file)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    name = os.path.splitext(os.path.basename(file))[0]
    try:
        lines = io.TextIOWrapper(io.BytesIO(src), encoding=_encoding(src), errors="replace").read().splitlines(True)
        linecache.cache[file] = len(src), None, lines, file  # as it is executed, also when it is edited later
        code = compile(src, file, "exec", dont_inherit=True)
        module = types.ModuleType(name)
        module.__file__ = file
        sys.modules.setdefault(name, module)
        exec(code, module.__dict__)
    except BaseException as e:
        return failed(e)
    finally:
        OUT.end()
    SCRIPTS.append(Script(file, module))
    functions, others = [], []
    for name, x in module.__dict__.items():
        if isinstance(x, types.FunctionType) and x.__code__.co_filename == file:
            functions.append(name)
        elif not name.startswith("__"):
            others.append(name)
    return ["ok", len(SCRIPTS) - 1, sorted(functions), sorted(others)]


def _encoding(src):
    import tokenize
    try:
        return tokenize.detect_encoding(io.BytesIO(src).readline)[0]
    except SyntaxError:
        return "utf-8"


def neighbours(*_):
    """The files of modules that were imported from the folders of scripts."""
    folders = tuple(os.path.dirname(s.file) + os.sep for s in SCRIPTS)
    list = []
    for m in sys.modules.copy().values():
        file = getattr(m, "__file__", None)
        if isinstance(file, str) and file.startswith(folders) and file.endswith(".py"):
            list.append(file)
    return ["ok", sorted(set(list))]


def fits(number, name, routine, inputs):
    """Whether a function can be called with the inputs of a routine."""
    fn = getattr(SCRIPTS[number].module, name)
    if not callable(fn):
        return ["fault", "%s is not a function but of type %s" % (name, type(fn).__name__), "", "", 0]
    if not isinstance(fn, types.FunctionType):
        return ["ok"]
    code = fn.__code__
    most = code.co_argcount
    least = most - len(fn.__defaults__ or ())
    n = len(inputs)
    if n >= least and (n <= most or code.co_flags & 0x04):
        return ["ok"]
    takes = _count(most, "argument") if least == most else "%d to %s" % (least, _count(most, "argument"))
    return ["fault", "function %s (line %d) takes %s but %s hands over %d (%s)" % (
        name, code.co_firstlineno, takes, routine, n, ", ".join(inputs)), "",
        "define it as %s(%s)" % (name, ", ".join(inputs)), 0]
