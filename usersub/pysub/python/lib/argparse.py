# Arguments of a program: what scripts use of argparse.
import os
import sys

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, REMAINDER = "==SUPPRESS==", "?", "*", "+", "..."


class ArgumentError(Exception):
    pass


class ArgumentTypeError(Exception):
    pass


class HelpFormatter(object):
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class MetavarTypeHelpFormatter(HelpFormatter):
    pass


class BooleanOptionalAction(object):
    pass


class FileType(object):
    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode, self._encoding, self._errors = mode, encoding, errors

    def __call__(self, name):
        try:
            return open(name, self._mode, encoding=self._encoding, errors=self._errors)
        except OSError as e:
            raise ArgumentTypeError("can't open '%s': %s" % (name, e))


class Namespace(object):
    def __init__(self, **kw):
        for k in kw:
            setattr(self, k, kw[k])

    def __contains__(self, name):
        return name in vars(self)

    def __eq__(self, o):
        return isinstance(o, Namespace) and vars(self) == vars(o)

    def __repr__(self):
        return "Namespace(%s)" % ", ".join(["%s=%r" % (k, vars(self)[k]) for k in sorted(vars(self))])


_ACTIONS = ("store", "store_const", "store_true", "store_false", "append", "append_const", "extend", "count", "help", "version")


class _Argument(object):
    def __init__(self, flags, action="store", nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None, dest=None, version=None):
        self.negative = []
        if action is BooleanOptionalAction:
            self.negative = ["--no-" + f[2:] for f in flags if f.startswith("--")]
            action, const = "store_const", True
        if action not in _ACTIONS:
            raise ValueError("unknown action %r (the embedded interpreter has %s)" % (action, ", ".join(_ACTIONS)))
        if type is not None and not callable(type):
            raise ValueError("%r is not callable" % (type,))
        self.positional = not flags[0].startswith("-")
        self.flags, self.action, self.nargs, self.const, self.default = list(flags), action, nargs, const, default
        self.type, self.choices, self.required, self.help, self.metavar = type, choices, required, help, metavar
        self.version, self.group = version, None
        if self.positional:
            self.dest = dest or flags[0]
            self.required = nargs not in ("?", "*", REMAINDER)
        else:
            long = [f for f in flags if f.startswith("--")]
            self.dest = dest or (long or list(flags))[0].lstrip("-").replace("-", "_")
        if action == "store_true":
            self.const, self.default = True, False if default is None else default
        if action == "store_false":
            self.const, self.default = False, True if default is None else default
        if action in ("store_const", "store_true", "store_false", "append_const", "count", "help", "version"):
            self.nargs = 0

    def title(self):
        if self.positional:
            return self.metavar or self.dest
        return "/".join(self.flags)

    def value(self, text):
        if self.type is None:
            v = text
        else:
            try:
                v = self.type(text)
            except ArgumentTypeError as e:
                raise ArgumentError("argument %s: %s" % (self.title(), e))
            except (TypeError, ValueError):
                name = getattr(self.type, "__name__", "%r" % (self.type,))
                raise ArgumentError("argument %s: invalid %s value: %r" % (self.title(), name, text))
        if self.choices is not None and v not in self.choices:
            raise ArgumentError("argument %s: invalid choice: %r (choose from %s)" % (
                self.title(), v, ", ".join(["%r" % (c,) for c in self.choices])))
        return v

    def names(self):
        # what stands for the values in usage and help
        n = self.metavar
        if isinstance(n, tuple):
            n = n[0]
        if n is None:
            n = self.dest if self.positional else self.dest.upper()
            if self.choices is not None:
                n = "{%s}" % ",".join([str(c) for c in self.choices])
        if self.nargs is None:
            return n
        if isinstance(self.nargs, int):
            return " ".join([n] * self.nargs)
        return {"?": "[%s]" % n, "*": "[%s ...]" % n, "+": "%s [%s ...]" % (n, n), REMAINDER: "..."}[self.nargs]

    def usage(self):
        if self.positional:
            return self.names()
        text = " | ".join(self.flags[:1] + self.negative)
        if self.nargs != 0:
            text += " " + self.names()
        return text if self.required else "[%s]" % text

    def explain(self, prog):
        text = (self.help or "").replace("%(default)s", str(self.default)).replace("%(prog)s", prog)
        text = text.replace("%(type)s", getattr(self.type, "__name__", "")).replace("%%", "%")
        left = (self.metavar or self.names().strip("[]").split()[0].rstrip("]")) if self.positional else ", ".join([f if self.nargs == 0 else f + " " + self.names() for f in self.flags + self.negative])
        if not text:
            return "  " + left
        if len(left) > 20:
            return "  %s\n%s%s" % (left, " " * 24, text)
        return "  %s%s" % ((left + " " * 22)[:22], text)


class _Group(object):
    def __init__(self, parser, exclusive=False, required=False):
        self._parser, self._exclusive, self.required = parser, exclusive, required
        self.members = []

    def add_argument(self, *flags, **kw):
        a = self._parser.add_argument(*flags, **kw)
        self.members.append(a)
        if self._exclusive:
            a.group = self
        return a

    def add_mutually_exclusive_group(self, required=False):
        return self._parser.add_mutually_exclusive_group(required)

    def add_argument_group(self, *args, **kw):
        return _Group(self._parser)


class ArgumentParser(object):
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter, prefix_chars="-",
                 fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True, exit_on_error=True):
        if prefix_chars != "-" or fromfile_prefix_chars is not None:
            raise NotImplementedError("prefixes of arguments are not supported by the embedded interpreter")
        self.prog = prog or os.path.basename(sys.argv[0] if sys.argv else "") or "program"
        self.usage, self.description, self.epilog, self.add_help = usage, description, epilog, add_help
        self._abbreviated, self._throws, self._default = allow_abbrev, not exit_on_error, argument_default
        self._show_defaults = formatter_class is ArgumentDefaultsHelpFormatter
        self._arguments, self._defaults, self._exclusive = [], {}, []
        if add_help:
            self.add_argument("-h", "--help", action="help", default=SUPPRESS, help="show this help message and exit")
        for p in parents:
            self._arguments.extend(p._arguments)
            self._exclusive.extend(p._exclusive)
            for k in p._defaults:
                self._defaults[k] = p._defaults[k]

    def add_argument(self, *flags, **kw):
        if not flags:
            flags = (kw.pop("dest"),)
        if kw.get("default") is None and "default" not in kw and self._default is not None:
            kw["default"] = self._default
        a = _Argument(flags, **kw)
        for b in self._arguments:
            for f in a.flags:
                if not a.positional and f in b.flags:
                    raise ArgumentError("argument %s: conflicting option string: %s" % (a.title(), f))
        self._arguments.append(a)
        return a

    def add_argument_group(self, *args, **kw):
        return _Group(self)

    def add_mutually_exclusive_group(self, required=False):
        g = _Group(self, True, required)
        self._exclusive.append(g)
        return g

    def add_subparsers(self, **kw):
        raise NotImplementedError("subcommands of argparse are not supported by the embedded interpreter")

    def set_defaults(self, **kw):
        for k in kw:
            self._defaults[k] = kw[k]
            for a in self._arguments:
                if a.dest == k:
                    a.default = kw[k]

    def get_default(self, dest):
        for a in self._arguments:
            if a.dest == dest and a.default is not None:
                return a.default
        return self._defaults.get(dest)

    def format_usage(self):
        if self.usage is not None:
            return "usage: %s\n" % self.usage.replace("%(prog)s", self.prog)
        words = [a.usage() for a in self._arguments if not a.positional and a.help != SUPPRESS]
        words += [a.usage() for a in self._arguments if a.positional and a.help != SUPPRESS]
        return "usage: %s\n" % " ".join([self.prog] + words)

    def format_help(self):
        parts = [self.format_usage()]
        if self.description:
            parts.append(self.description.strip().replace("%(prog)s", self.prog) + "\n")
        for title, positional in (("positional arguments", True), ("options", False)):
            lines = []
            for a in self._arguments:
                if a.positional == positional and a.help != SUPPRESS:
                    text = a.explain(self.prog)
                    if self._show_defaults and a.help and a.default not in (None, SUPPRESS) and "%(default)" not in a.help:
                        text += " (default: %s)" % (a.default,)
                    lines.append(text)
            if lines:
                parts.append(title + ":\n" + "\n".join(lines) + "\n")
        if self.epilog:
            parts.append(self.epilog.strip() + "\n")
        return "\n".join(parts)

    def print_usage(self, file=None):
        (file or sys.stdout).write(self.format_usage())

    def print_help(self, file=None):
        (file or sys.stdout).write(self.format_help())

    def exit(self, status=0, message=None):
        if message:
            sys.stderr.write(message)
        sys.exit(status)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, "%s: error: %s\n" % (self.prog, message))

    def parse_args(self, args=None, namespace=None):
        space, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: %s" % " ".join(rest))
        return space

    def parse_known_args(self, args=None, namespace=None):
        if args is None:
            args = sys.argv[1:]
        space = Namespace() if namespace is None else namespace
        for a in self._arguments:
            if a.default != SUPPRESS and not hasattr(space, a.dest):
                setattr(space, a.dest, a.default)
        for k in self._defaults:
            if not hasattr(space, k):
                setattr(space, k, self._defaults[k])
        try:
            return space, self._parse([str(x) for x in args], space)
        except ArgumentError as e:
            if self._throws:
                raise
            self.error(str(e))

    def parse_intermixed_args(self, args=None, namespace=None):
        return self.parse_args(args, namespace)

    def _option(self, word):
        """(argument, flag, value behind =, or None)"""
        flag, eq, value = word.partition("=")
        exact = [a for a in self._arguments if flag in a.flags + a.negative and not a.positional]
        if exact:
            return exact[0], flag, value if eq else None
        if not word.startswith("--"):
            short = [a for a in self._arguments if word[:2] in a.flags and not a.positional]
            return (short[0], word[:2], word[2:]) if short else (None, word, None)
        if self._abbreviated:
            found = []
            for a in self._arguments:
                for f in a.flags + a.negative:
                    if f.startswith(flag) and not a.positional:
                        found.append((a, f))
            if len(found) > 1:
                raise ArgumentError("ambiguous option: %s could match %s" % (flag, ", ".join([f for _, f in found])))
            if found:
                return found[0][0], found[0][1], value if eq else None
        return None, word, None

    def _is_option(self, word):
        if len(word) < 2 or word[0] != "-":
            return False
        try:
            float(word)
        except ValueError:
            return " " not in word or self._option(word)[0] is not None
        return [a for a in self._arguments if word in a.flags] != []

    def _parse(self, words, space):
        rest, plain, seen, i, ended = [], [], [], 0, False
        while i < len(words):
            w = words[i]
            i += 1
            if w == "--" and not ended:
                ended = True
            elif ended or not self._is_option(w):
                plain.append(w)
            else:
                a, flag, value = self._option(w)
                if a is None:
                    rest.append(w)
                    continue
                if a.nargs == 0 and value is not None:
                    if flag.startswith("--") or "-" + value[:1] not in sum([b.flags for b in self._arguments], []):
                        raise ArgumentError("argument %s: ignored explicit argument %r" % (a.title(), value))
                    words.insert(i, "-" + value)  # -vx is -v -x
                    value = None
                taken = [] if value is None else [value]
                most = {None: 1, "?": 1}.get(a.nargs, a.nargs if isinstance(a.nargs, int) else len(words))
                while value is None and len(taken) < most and i < len(words) and words[i] != "--" and not self._is_option(words[i]):
                    taken.append(words[i])
                    i += 1
                self._note(a, seen)
                self._store(a, taken, space, flag)
        return rest + self._positionals(plain, space, seen) + self._check(space, seen)

    def _note(self, a, seen):
        if a.group is not None:
            for b in seen:
                if b.group is a.group and b is not a:
                    raise ArgumentError("argument %s: not allowed with argument %s" % (a.title(), b.title()))
        seen.append(a)

    def _positionals(self, plain, space, seen):
        own = [a for a in self._arguments if a.positional]
        least = [{None: 1, "+": 1, "?": 0, "*": 0, REMAINDER: 0}.get(a.nargs, a.nargs) for a in own]
        for k in range(len(own)):
            a, spare = own[k], len(plain) - sum(least[k + 1:])
            most = {None: 1, "?": 1}.get(a.nargs, a.nargs if isinstance(a.nargs, int) else len(plain))
            n = max(0, min(most, spare))
            if n < least[k]:
                continue
            taken, plain = plain[:n], plain[n:]
            if n > 0 or least[k] == 0:
                if n > 0 or a.required:
                    self._note(a, seen)
                if n > 0:
                    self._store(a, taken, space, "")
                elif a.nargs == "*" and a.default is None:
                    setattr(space, a.dest, [])
        return plain

    def _check(self, space, seen):
        lacks = [a.title() for a in self._arguments if a.required and a not in seen]
        if lacks:
            raise ArgumentError("the following arguments are required: %s" % ", ".join(lacks))
        for g in self._exclusive:
            if g.required and not [a for a in g.members if a in seen]:
                raise ArgumentError("one of the arguments %s is required" % " ".join([a.title() for a in g.members]))
        for a in self._arguments:
            if a not in seen and isinstance(a.default, str) and a.type is not None and a.default != SUPPRESS:
                if getattr(space, a.dest, None) is a.default:
                    setattr(space, a.dest, a.value(a.default))
        return []

    def _store(self, a, taken, space, flag):
        if a.action == "help":
            self.print_help()
            self.exit()
        if a.action == "version":
            self.exit(0, str(a.version).replace("%(prog)s", self.prog) + "\n")
        if a.action == "count":
            setattr(space, a.dest, (getattr(space, a.dest, None) or 0) + 1)
            return
        if a.nargs == 0:
            v = a.const
            if flag in a.negative:
                v = False
            if a.action == "append_const":
                v = list(getattr(space, a.dest, None) or []) + [v]
            setattr(space, a.dest, v)
            return
        if isinstance(a.nargs, int) and len(taken) != a.nargs:
            raise ArgumentError("argument %s: expected %d argument%s" % (a.title(), a.nargs, "" if a.nargs == 1 else "s"))
        if a.nargs is None and not taken:
            raise ArgumentError("argument %s: expected one argument" % a.title())
        if a.nargs == "+" and not taken:
            raise ArgumentError("argument %s: expected at least one argument" % a.title())
        if a.nargs is None:
            v = a.value(taken[0])
        elif a.nargs == "?":
            v = a.value(taken[0]) if taken else a.const
        else:
            v = [a.value(t) for t in taken]
        if a.action == "append":
            v = list(getattr(space, a.dest, None) or []) + [v]
        if a.action == "extend":
            v = list(getattr(space, a.dest, None) or []) + list(v)
        setattr(space, a.dest, v)
