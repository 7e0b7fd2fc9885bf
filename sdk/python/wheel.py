#!/usr/bin/env python3
"""Make the wheel of trammel_mbd, with the tool for a platform inside.

    python3 sdk/python/wheel.py                              for this platform, into the folder dist
    python3 sdk/python/wheel.py --platform windows/amd64     for another one: linux/amd64, linux/arm64, windows/amd64, darwin/arm64, darwin/amd64
    python3 sdk/python/wheel.py --out DIR --tool PROGRAM     with a program that is built already

It needs Python, and Go unless the tool is given. Two wheels of the same sources have the same bytes.
"""

import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

TAGS = {
    "linux/amd64": ["manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"],
    "linux/arm64": ["manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"],
    "windows/amd64": ["win_amd64"],
    "darwin/arm64": ["macosx_11_0_arm64"],
    "darwin/amd64": ["macosx_11_0_x86_64"],
}

METADATA = """Metadata-Version: 2.1
Name: trammel-mbd
Version: %s
Summary: Multibody dynamics: models run, are stepped and linearized from Python
License: Apache-2.0
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Description-Content-Type: text/markdown

%s"""


def read(*path):
    with open(os.path.join(HERE, *path), "rb") as f:
        return f.read()


def version():
    return re.search(rb'__version__ = "([^"]+)"', read("trammel_mbd", "__init__.py")).group(1).decode()


def this_platform():
    env = subprocess.run(["go", "env", "GOOS", "GOARCH"], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout.split()
    return "/".join(env)


def build_tool(platform, target):
    system, processor = platform.split("/")
    env = dict(os.environ, GOOS=system, GOARCH=processor, CGO_ENABLED="0")
    subprocess.run(["go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", target, "./cmd/trammel"], cwd=ROOT, env=env, check=True)


def sources():
    """Return the files of the packages: name in the wheel, content."""
    for package in ("trammel", "trammel_mbd"):
        for name in sorted(os.listdir(os.path.join(HERE, package))):
            if name.endswith(".py") or name == "py.typed":
                yield "%s/%s" % (package, name), read(package, name)


def write_wheel(out, platform, tool):
    number = version()
    info = "trammel_mbd-%s.dist-info" % number
    program = "trammel_mbd/bin/trammel" + (".exe" if platform.startswith("windows/") else "")
    with open(tool, "rb") as f:
        files = list(sources()) + [(program, f.read())]
    tags = "".join("Tag: py3-none-%s\n" % t for t in TAGS[platform])
    files.append((info + "/METADATA", (METADATA % (number, read("README.md").decode("utf-8"))).encode("utf-8")))
    files.append((info + "/WHEEL", ("Wheel-Version: 1.0\nGenerator: trammel\nRoot-Is-Purelib: false\n" + tags).encode()))
    record = ""
    for name, content in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += "%s,sha256=%s,%d\n" % (name, digest, len(content))
    record += info + "/RECORD,,\n"
    files.append((info + "/RECORD", record.encode()))
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, "trammel_mbd-%s-py3-none-%s.whl" % (number, ".".join(TAGS[platform])))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in files:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = (0o100755 if name == program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(entry, content)
    return path


def main():
    parser = argparse.ArgumentParser(description="Make the wheel of trammel_mbd.")
    parser.add_argument("--platform", choices=sorted(TAGS), help="default: this one")
    parser.add_argument("--out", default="dist", help="folder of the wheel")
    parser.add_argument("--tool", help="a program trammel that is built already for the platform")
    args = parser.parse_args()
    platform = args.platform or this_platform()
    if platform not in TAGS:
        parser.error("there is no wheel for %s; there are wheels for %s" % (platform, ", ".join(sorted(TAGS))))
    with tempfile.TemporaryDirectory() as folder:
        tool = args.tool
        if tool is None:
            tool = os.path.join(folder, "trammel")
            build_tool(platform, tool)
        print(write_wheel(args.out, platform, tool))


if __name__ == "__main__":
    sys.exit(main())
