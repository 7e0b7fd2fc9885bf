# Paths with slashes: what scripts use of pathlib.
import glob as _glob
import os


def _text(p):
    return os.fspath(p)


class PurePath(object):
    def __init__(self, *parts):
        path = ""
        for p in parts:
            path = os.path.join(path, _text(p)) if path else _text(p)
        root = "/" if path.startswith("/") else ""
        self._path = root + "/".join([p for p in path.split("/") if p != "" and p != "."]) or "."

    def __fspath__(self):
        return self._path

    def __str__(self):
        return self._path

    def __repr__(self):
        name = self.__class__.__name__
        if name == "Path":
            name = "PosixPath"
        if name == "PurePath":
            name = "PurePosixPath"
        return "%s(%r)" % (name, self._path)

    def __eq__(self, o):
        return isinstance(o, PurePath) and self._path == o._path

    def __ne__(self, o):
        return not self == o

    def __lt__(self, o):
        return self.parts < o.parts

    def __le__(self, o):
        return self.parts <= o.parts

    def __gt__(self, o):
        return self.parts > o.parts

    def __ge__(self, o):
        return self.parts >= o.parts

    def __truediv__(self, o):
        return self.__class__(self, o)

    def __rtruediv__(self, o):
        return self.__class__(o, self)

    def joinpath(self, *parts):
        return self.__class__(self, *parts)

    @property
    def anchor(self):
        return "/" if self._path.startswith("/") else ""

    root = anchor

    @property
    def drive(self):
        return ""

    @property
    def parts(self):
        names = [p for p in self._path.split("/") if p != "" and p != "."]
        if self.anchor:
            names.insert(0, "/")
        return tuple(names)

    @property
    def name(self):
        names = self.parts
        return "" if not names or names[-1] == "/" else names[-1]

    @property
    def suffix(self):
        i = self.name.rfind(".")
        return self.name[i:] if 0 < i < len(self.name) - 1 else ""

    @property
    def suffixes(self):
        if self.name.endswith("."):
            return []
        return ["." + s for s in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        n = len(self.suffix)
        return self.name[:-n] if n else self.name

    @property
    def parent(self):
        if self._path == "/" or self._path == ".":
            return self
        return self.__class__(os.path.dirname(self._path) or ".")

    @property
    def parents(self):
        found, p = [], self
        while p.parent != p:
            p = p.parent
            found.append(p)
        return tuple(found)

    def is_absolute(self):
        return self.anchor != ""

    def as_posix(self):
        return self._path

    def with_name(self, name):
        if not self.name:
            raise ValueError("%r has an empty name" % self)
        return self.parent / name

    def with_suffix(self, suffix):
        if suffix and (not suffix.startswith(".") or suffix == "."):
            raise ValueError("Invalid suffix %r" % suffix)
        return self.with_name(self.stem + suffix)

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def relative_to(self, *other):
        base = self.__class__(*other)
        n = len(base.parts)
        if self.parts[:n] != base.parts:
            raise ValueError("%r is not in the subpath of %r" % (self._path, base._path))
        return self.__class__(*(self.parts[n:] or (".",)))

    def is_relative_to(self, *other):
        base = self.__class__(*other)
        return self.parts[:len(base.parts)] == base.parts


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser("~"))

    def exists(self):
        return os.path.exists(self._path)

    def is_file(self):
        return os.path.isfile(self._path)

    def is_dir(self):
        return os.path.isdir(self._path)

    def absolute(self):
        return self if self.is_absolute() else self.__class__(os.getcwd(), self)

    def resolve(self, strict=False):
        if strict and not self.exists():
            raise FileNotFoundError("No such file or directory: '%s'" % self._path)
        return self.__class__(os.path.realpath(self._path))

    def expanduser(self):
        return self.__class__(os.path.expanduser(self._path))

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(self._path, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        with open(self._path, "r", encoding=encoding, errors=errors) as f:
            return f.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        if not isinstance(data, str):
            raise TypeError("data must be str, not %s" % data.__class__.__name__)
        with open(self._path, "w", encoding=encoding, errors=errors, newline=newline) as f:
            f.write(data)
        return len(data)

    def read_bytes(self):
        with open(self._path, "rb") as f:
            return f.read()

    def write_bytes(self, data):
        with open(self._path, "wb") as f:
            f.write(data)
        return len(data)

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if self.exists():
            if exist_ok and self.is_dir():
                return
            raise FileExistsError("File exists: '%s'" % self._path)
        if not parents and not self.parent.is_dir():
            raise FileNotFoundError("No such file or directory: '%s'" % self._path)
        os.makedirs(self._path)

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists() and not exist_ok:
            raise FileExistsError("File exists: '%s'" % self._path)
        open(self._path, "a").close()

    def unlink(self, missing_ok=False):
        if missing_ok and not self.exists():
            return
        if not self.is_file():
            raise FileNotFoundError("No such file or directory: '%s'" % self._path)
        os.remove(self._path)

    def rmdir(self):
        os.rmdir(self._path)

    def iterdir(self):
        return iter([self / name for name in os.listdir(self._path)])

    def glob(self, pattern):
        if "**" in pattern:
            raise NotImplementedError("Path.glob('**') is not supported by the embedded interpreter")
        return iter([self.__class__(p) for p in _glob.glob(os.path.join(self._path, pattern))])


PosixPath, PurePosixPath = Path, PurePath
