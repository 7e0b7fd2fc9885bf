#!/bin/sh
# Builds the routines that the decks -c.xml and -plugin.xml name, and with wasm (clang, wasm-ld and wasi-libc)
# inequalities.wasm for -wasm.xml, which is there already.
#
#   ./build.sh [folder] [c] [plugin] [wasm]
#
# The results go to folder (this one without an argument), which must be the
# one of the decks. Without a list of parts c and plugin are built.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
[ $# -gt 0 ] && shift
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$here"

case $(uname -s) in
Darwin) so=dylib ;;
*) so=so ;;
esac

for part in ${*:-c plugin}; do
	case $part in
	c) ${CC:-gcc} -O2 -shared -fPIC -I../../sdk/c/include -o "$out/inequalities_c.$so" c/inequalities.c -lm ;;
	plugin) go build -o "$out/inequalities-plugin" ./plugin ;;
	wasm) go run ../../cmd/trammel usersub build --wasm c/inequalities.c -o "$out/inequalities.wasm" ;;
	*) echo "build.sh: no part is called $part" >&2; exit 2 ;;
	esac
done
