#!/bin/sh
# Tries the routine without a solver.
set -e
cd "$(dirname "$0")"
python3 test.py
