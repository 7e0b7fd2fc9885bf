#!/bin/sh
# Builds the libraries that the decks of this folder name.
#
#   ./build.sh [folder] [f77] [c] [cpp]
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
Darwin) so=dylib flags="-undefined dynamic_lookup" ;;
*) so=so flags= ;;
esac
include=../../sdk/c/include

for part in ${*:-f77 c cpp}; do
	for src in "$part"/*.*; do
		lib=$out/$(basename "${src%.*}").$so
		case $part in
		f77) ${FC:-gfortran} -O2 -shared -fPIC $flags -o "$lib" "$src" ;;
		c) ${CC:-gcc} -w -O2 -shared -fPIC $flags -I$include -o "$lib" "$src" -lm ;;
		cpp) ${CXX:-g++} -O2 -shared -fPIC $flags -I$include -o "$lib" "$src" -lm ;;
		*) echo "build.sh: no part is called $part" >&2; exit 2 ;;
		esac
	done
done
