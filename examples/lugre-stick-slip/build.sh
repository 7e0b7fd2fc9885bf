#!/bin/sh
# Builds the routine that lugre-stick-slip-c.xml names.
#
#   ./build.sh [folder] [c]
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

for part in ${*:-c}; do
	case $part in
	c) ${CC:-gcc} -O2 -shared -fPIC -I../../sdk/c/include -o "$out/stickslip_c.$so" c/stickslip.c -lm ;;
	*) echo "build.sh: no part is called $part" >&2; exit 2 ;;
	esac
done
