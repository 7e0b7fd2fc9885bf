#!/bin/sh
# Makes one program of the plugin: a zip file that Python executes. It needs Python 3.8 or later where it runs.
set -e
cd "$(dirname "$0")"
rm -rf build
mkdir build
cp -r spring.py trammel build
rm -rf build/trammel/__pycache__
python3 -m zipapp build -m spring:serve -p "/usr/bin/env python3" -o «.Name»
rm -r build
