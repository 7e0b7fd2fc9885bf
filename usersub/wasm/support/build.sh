#!/bin/sh
# Rebuilds support.wasm. A test compares what the committed file does with what
# this makes, where clang and wasm-ld are installed.
#
#   ./build.sh [OUTPUT]
set -eu
cd "$(dirname "$0")"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
flags='--target=wasm32 -O2 -Wall -Werror -ffreestanding -fvisibility=hidden -mmutable-globals'
clang $flags -c -o "$dir/ask.o" ask.c
clang --target=wasm32 -mmutable-globals -c -o "$dir/current.o" current.s
wasm-ld --no-entry --import-memory -z stack-size=0 --export=current \
	--export=c_sysfnc --export=c_sysary --export=sysfnc_ --export=sysary_ \
	--strip-all -o "${1:-support.wasm}" "$dir/ask.o" "$dir/current.o"
