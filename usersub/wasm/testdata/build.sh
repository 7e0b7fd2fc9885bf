#!/bin/sh
# Rebuilds the modules that the tests use where clang, wasm-ld and wasi-libc are not installed.
# Where they are, the tests build them again as well.
#
#   ./build.sh [FOLDER]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "${1:-$here}" && pwd)
cd "$here"
for source in faults.c ../../cdll/testdata/c/suite.c ../../cdll/testdata/c/utility.c ../../cdll/testdata/routines/routines.c ../../cdll/testdata/routines/structs.c; do
	clang --target=wasm32-wasi -mexec-model=reactor -O2 -fvisibility=default -ffp-contract=off -fno-math-errno -I../../../sdk/c/include \
		-Wl,--export-dynamic -Wl,--allow-undefined -Wl,--export-if-defined=malloc -Wl,--export-if-defined=fflush -Wl,--strip-debug -Wl,--stack-first -Wl,-z,stack-size=1048576 -o "$out/$(basename "$source" .c).wasm" "$source"
done
