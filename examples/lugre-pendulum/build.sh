#!/bin/sh
# Builds the routines that lugre-pendulum-c.xml, -cpp.xml and -plugin.xml name.
#
#   ./build.sh [folder] [c] [cpp] [plugin]
#
# The results go to folder (this one without an argument), which must be the
# one of the decks. Without a list of parts all are built.
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

for part in ${*:-c cpp plugin}; do
	case $part in
	c) ${CC:-gcc} -O2 -shared -fPIC -I../../sdk/c/include -o "$out/lugre_c.$so" c/lugre.c -lm ;;
	cpp) ${CXX:-g++} -O2 -shared -fPIC -I../../sdk/c/include -o "$out/lugre_cpp.$so" cpp/lugre.cpp -lm ;;
	plugin) go build -o "$out/lugre-plugin" ./plugin ;;
	*) echo "build.sh: no part is called $part" >&2; exit 2 ;;
	esac
done
