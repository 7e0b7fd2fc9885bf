# Programs: scripts that are executed for the calls that they make to the solver.

MODULES = {}   # texts of the modules that a program may import, by name
NATIVES = ()   # the functions that the solver answers
THREAD = None  # that of the program
ENDED = False  # the solver has ended the program


def other_thread():
    """Whether this is not the thread of the program, if there is one."""
    return THREAD is not None and _thread.get_ident() != THREAD


class Ended(BaseException):
    """Ends a program whatever it catches."""


def ended():
    """Is called at the beginning of each handler of exceptions."""
    if ENDED:
        raise Ended


class Named:
    """What routines of a program are chosen from: functions that it handed over, and its own names."""

    def __init__(self, module):
        self.main, self.named = module, {}

    def __getattr__(self, name):
        if name in self.named:
            return self.named[name]
        return getattr(self.main, name)


class Program(Script):
    def __init__(self, file, tracked):
        self.main = types.ModuleType("__main__")
        self.main.__file__ = file
        self.main.__builtins__ = builtins
        Script.__init__(self, file, Named(self.main))
        self.folder = os.path.join(os.path.dirname(file), "")
        self.tracked, self.sites, self.files = frozenset(tracked), 0, set()

    def compile(self, src, file):
        """The code of a file of the program, in which calls of tracked functions have their site."""
        import ast
        self.files.add(file)
        tree = ast.parse(src, file)
        if sys.version_info < (3, 8):
            return compile(tree, file, "exec", dont_inherit=True)
        m = Marker(self, src)
        tree = ast.fix_missing_locations(m.transformer().visit(tree))
        if m.found:
            ask(pack(["sites", file, m.found]))
        return compile(tree, file, "exec", dont_inherit=True)

    def handed(self, f):
        """Enters a function as a routine and returns its name: its own if no other function has that."""
        base = getattr(f, "__name__", type(f).__name__).strip("<>")
        named, n = self.module.named, 1
        while True:
            name = base if n == 1 else "%s_%d" % (base, n)
            n += 1
            have = named.get(name)
            if have is None and getattr(self.main, name, f) is not f:
                continue
            if have is None or have is f or have == f:
                named[name] = f
                return name


class Marker:
    """Finds calls of tracked functions and assignments to attributes in a file, as offsets of bytes."""

    def __init__(self, program, src):
        self.program, self.found = program, []
        self.shift = 3 if src.startswith(b"\xef\xbb\xbf") else 0
        self.starts, at, body = [], self.shift, src[self.shift:]
        for line in body.splitlines(True):  # at \n, \r and \r\n, as the parser
            self.starts.append(at)
            at += len(line)

    def span(self, node):
        return [self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset]

    def add(self, name, args, keys):
        self.program.sites += 1
        self.found.append([name, args, keys])
        return self.program.sites

    def call(self, node):
        f = node.func
        text = getattr(f, "id", None) or getattr(f, "attr", None)
        if text not in self.program.tracked:
            return 0
        try:
            return self.located(node, text)
        except IndexError:  # in an f-string, where offsets are others
            return 0

    def located(self, node, text):
        end = self.span(node.func)[1]
        keys = []
        for k in node.keywords:
            if k.arg is not None:
                value = self.span(k.value)
                at = self.span(k)[0] if hasattr(k, "lineno") else value[0] - len(k.arg.encode()) - 1
                keys.append([k.arg, at, at + len(k.arg.encode()), value[0], value[1]])
        args = [self.span(a) for a in node.args if not hasattr(a, "ctx") or type(a).__name__ != "Starred"]
        return self.add([end - len(text.encode()), end], args, keys)

    def transformer(self):
        import ast
        mark = self

        def called(function, *args):
            return ast.Call(func=ast.Name(id=function, ctx=ast.Load()), args=list(args), keywords=[])

        class Transformer(ast.NodeTransformer):
            def visit_Call(self, node):
                n = mark.call(node)
                self.generic_visit(node)
                if n:
                    node.func = ast.copy_location(called("__trammel_site__", node.func, ast.Constant(value=n, kind=None)), node.func)
                return node

            def visit_Assign(self, node):
                self.generic_visit(node)
                a = node.targets[0]
                if len(node.targets) > 1 or not isinstance(a, ast.Attribute) or a.attr.startswith("__"):
                    return node
                end = mark.span(a)[1]
                n = mark.add([end - len(a.attr.encode()), end], [mark.span(node.value)], [])
                return ast.copy_location(ast.Expr(value=called(
                    "__trammel_assign__", node.value, a.value, ast.Constant(value=a.attr, kind=None), ast.Constant(value=n, kind=None))), node)

            def visit_ExceptHandler(self, node):
                self.generic_visit(node)
                node.body.insert(0, ast.copy_location(ast.Expr(value=called("__trammel_ended__")), node.body[0]))
                return node
        return Transformer()


def site_of(f, n):
    """A function with the number of the site where it is called, if it takes one: those of the solver and its modules do."""
    import functools
    if f in NATIVES if isinstance(f, types.FunctionType) else False:
        return functools.partial(f, __site__=n)
    if getattr(f, "__module__", None) in MODULES:
        return functools.partial(f, __site__=n)
    return f


def assign(value, o, name, n):
    """o.name = value, with its site where the object notes it."""
    setattr(o, name, value)
    sites = getattr(o, "__dict__", {}).get("_sites")
    if type(sites) is dict:
        sites[name] = n


class Given:
    """Finds the modules that programs are given: ahead of others, or behind them what stands for one that is not installed."""

    def __init__(self, ahead):
        self.ahead = ahead

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import ModuleSpec
        if name not in MODULES or (name.split(".")[0] != "matplotlib") != self.ahead:
            return None
        spec = ModuleSpec(name, self, origin="<%s>" % name, is_package=any(n.startswith(name + ".") for n in MODULES))
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        exec(compile(MODULES[name], "<%s>" % name, "exec", dont_inherit=True), module.__dict__)


def run_program(file, src, argv, modules, natives, tracked, implied):
    """Executes a program: ["ok"], ["ends"] where the solver ended it, or what went wrong."""
    global NATIVES, ENDED, THREAD
    ENDED, THREAD = False, _thread.get_ident()
    p = Program(file, tracked)
    SCRIPTS.append(p)
    MODULES.update((name, text) for name, text in modules)
    made = {name: native(p, name) for name in natives}
    NATIVES = frozenset(made.values())
    builtins.__dict__.update(made, __trammel_site__=site_of, __trammel_assign__=assign, __trammel_ended__=ended)
    sys.argv = argv
    sys.modules["__main__"] = p.main
    sys.path[:] = [os.path.dirname(file)] + [d for d in sys.path if d != os.path.dirname(file)]
    read_neighbours(p)
    try:
        lines = io.TextIOWrapper(io.BytesIO(src), encoding=_encoding(src), errors="replace").read().splitlines(True)
        linecache.cache[file] = len(src), None, lines, file
        prepare(modules, implied)
        try:
            exec(p.compile(src, file), p.main.__dict__)
        except SystemExit as e:
            if e.code:
                raise
        for name in sorted(MODULES):
            finish = getattr(sys.modules.get(name), "_finish", None)
            if finish:
                finish()
    except BaseException as e:
        return ["ends"] if ENDED else wrong(p, e)
    finally:
        OUT.end()
    return ["ends"] if ENDED else ["ok"]


def prepare(modules, implied):
    """Makes the modules that are there already those of programs, and names that are there without an import."""
    sys.meta_path.insert(0, Given(True))
    sys.meta_path.append(Given(False))
    for name in MODULES:
        m = sys.modules.get(name)
        if m is not None and name == "msolve":
            m.__dict__.pop("__all__", None)
            exec(compile(MODULES[name], "<%s>" % name, "exec", dont_inherit=True), m.__dict__)
    import importlib
    for name in implied:
        for n, v in vars(importlib.import_module(name)).items():
            if not n.startswith("_"):
                setattr(builtins, n, v)


def read_neighbours(p):
    """Lets modules of the program's folder have sites, too. Their text comes from the solver, which notes its hash."""
    from importlib import machinery

    def source(self, name, plain=machinery.SourceFileLoader.get_code):
        path = os.path.abspath(self.get_filename(name))
        if not path.startswith(p.folder) or os.sep + "site-packages" + os.sep in path or os.sep + "dist-packages" + os.sep in path:
            return plain(self, name)
        return p.compile(send("code", path, 0)[0], path)
    machinery.SourceFileLoader.get_code = source


def native(p, name):
    """A function that the solver answers."""
    def call(*args, **kw):
        global ENDED
        ended()
        if other_thread():
            raise RuntimeError("%s() is called in a thread: a program makes and simulates its models in its main thread" % name.strip("_"))
        site = kw.pop("__site__", 0)
        keys = sorted(kw)
        got = send("call", name, site, [plain(p, a) for a in args], keys, [plain(p, kw[k]) for k in keys])
        if got[0] == "ends":
            ENDED = True
            raise Ended
        return got[1]
    call.__name__ = call.__qualname__ = name
    return call


def plain(p, x, depth=0):
    """A value as the solver takes it: lists begin with a letter."""
    if depth > 100:
        return ["t", type(x).__name__]
    if x is None or isinstance(x, (str, float)):
        return x if x is None or isinstance(x, str) else float(x)
    if isinstance(x, bool):
        return ["b", int(x)]
    if isinstance(x, int):
        return int(x)
    if isinstance(x, (list, tuple)):
        return ["l"] + [plain(p, y, depth + 1) for y in x]
    if isinstance(x, os.PathLike):
        return os.fspath(x)
    if hasattr(x, "tolist") and hasattr(x, "shape"):  # of numpy
        return plain(p, x.tolist(), depth)
    if callable(x) and not isinstance(x, type):
        return ["f", p.handed(x)]
    if hasattr(x, "__float__") and not isinstance(x, type):
        try:
            return float(x)
        except (TypeError, ValueError):
            pass
    return ["t", type(x).__name__]


def wrong(p, e):
    """["wrong", last line, hint, file, line, column, calls]: a column of 0 is the whole line."""
    message = failed(e)
    calls, t = [], e.__traceback__
    while t is not None:
        code = t.tb_frame.f_code
        if code.co_filename in p.files:
            calls.append([code.co_filename, t.tb_lineno, code.co_name])
        t = t.tb_next
    file, line, col = p.file, 1, 0
    if calls:
        file, line = calls[-1][:2]
    if isinstance(e, SyntaxError) and e.filename in p.files:
        file, line, col, calls = e.filename, e.lineno or 1, max(e.offset or 1, 1), []
    return ["wrong", message[1], message[3], file, line, col, calls]


def names_of(number):
    """The functions of a program, and its other names."""
    p = SCRIPTS[number]
    functions, others = set(p.module.named), []
    for name, x in p.main.__dict__.items():
        if isinstance(x, types.FunctionType) and x.__code__.co_filename == p.file:
            functions.add(name)
        elif not name.startswith("__"):
            others.append(name)
    return ["ok", sorted(functions), sorted(others)]
