#!/bin/sh
# Builds the module that wasm-spring-wasm.xml names.
#
#   ./build.sh [folder]
#
# The result goes to folder (this one without an argument). It needs clang, wasm-ld
# and wasi-libc.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$here"
go run ../../cmd/trammel usersub build --wasm c/spring.c -o "$out/spring.wasm"
