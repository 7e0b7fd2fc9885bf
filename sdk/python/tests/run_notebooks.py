#!/usr/bin/env python3
"""Execute notebooks in kernels of Jupyter, each in its folder, and say what failed.

    python3 run_notebooks.py [--out FOLDER] NOTEBOOK...

With --out they are written with their outputs. nbclient and ipykernel are needed.
"""

import argparse
import os
import sys
import time


def main():
    import nbclient
    import nbformat

    parser = argparse.ArgumentParser(description="Execute notebooks.")
    parser.add_argument("--out", help="folder of the notebooks with their outputs")
    parser.add_argument("notebooks", nargs="+")
    args = parser.parse_args()
    failed = 0
    for path in args.notebooks:
        book = nbformat.read(path, as_version=4)
        begun = time.perf_counter()
        try:
            nbclient.NotebookClient(book, timeout=600, kernel_name="python3", resources={"metadata": {"path": os.path.dirname(os.path.abspath(path))}}).execute()
            problems = [o["text"] for cell in book.cells for o in cell.get("outputs", ()) if o.get("name") == "stderr" and "font cache" not in o["text"]]
            for text in problems:
                print("%s writes to standard error:\n%s" % (path, text))
            pictures = sum("image/png" in o.get("data", {}) or "<iframe" in o.get("data", {}).get("text/html", "") for cell in book.cells for o in cell.get("outputs", ()))
            print("%s: %d cells, %d pictures, %.1f s" % (os.path.basename(path), len(book.cells), pictures, time.perf_counter() - begun))
            failed += bool(problems) or not pictures
        except nbclient.exceptions.CellExecutionError as e:
            print("%s:\n%s" % (path, e))
            failed += 1
        if args.out:
            nbformat.write(book, os.path.join(args.out, os.path.basename(path)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
