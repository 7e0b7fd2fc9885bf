# Paths with slashes.
import os

sep = "/"


def join(first, *rest):
    path = os.fspath(first)
    for r in rest:
        r = os.fspath(r)
        if r.startswith("/"):
            path = r
        elif path == "" or path.endswith("/"):
            path = path + r
        else:
            path = path + "/" + r
    return path


def split(path):
    path = os.fspath(path)
    i = path.rfind("/") + 1
    head = path[:i]
    if head.strip("/") != "":
        head = head.rstrip("/")
    return (head, path[i:])


def basename(path):
    return split(path)[1]


def dirname(path):
    return split(path)[0]


def isabs(path):
    path = os.fspath(path)
    return path.startswith("/")


def splitext(path):
    path = os.fspath(path)
    base = basename(path)
    i = base.rfind(".")
    if base[:max(i, 0)].strip(".") == "":
        return (path, "")
    n = len(path) - len(base) + i
    return (path[:n], path[n:])


def normpath(path):
    path = os.fspath(path)
    parts = []
    for p in path.split("/"):
        if p == "..":
            if parts and parts[-1] != "..":
                parts.pop()
                continue
            if path.startswith("/"):
                continue
        if p != "" and p != ".":
            parts.append(p)
    text = "/".join(parts)
    return "/" + text if path.startswith("/") else text or "."


def abspath(path):
    path = os.fspath(path)
    return normpath(path if isabs(path) else join(os.getcwd(), path))


def exists(path):
    return os._stat(path) != 0


def isfile(path):
    return os._stat(path) == 1


def isdir(path):
    return os._stat(path) == 2


def realpath(path):
    return os._real(abspath(path))


def getsize(path):
    return os._size(path)


def expanduser(path):
    path = os.fspath(path)
    if path == "~" or path.startswith("~/"):
        return os.environ.get("HOME", "~") + path[1:]
    return path
