#!/bin/sh
# Builds the routines that catenary-c.xml, -f77.xml, -plugin.xml, -cplugin.xml and
# -pyplugin.xml name.
#
#   ./build.sh [folder] [c] [f77] [plugin] [cplugin] [fplugin] [pyplugin]
#
# The results go to folder (this one without an argument), which must be the
# one of the decks. Without a list of parts all are built, f77 and fplugin where gfortran is installed.
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

for part in ${*:-c plugin cplugin pyplugin $(command -v "${FC:-gfortran}" >/dev/null && echo f77 fplugin)}; do
	case $part in
	c) ${CC:-gcc} -O2 -shared -fPIC -I../../sdk/c/include -o "$out/catenary_c.$so" c/pfosub.c -lm ;;
	f77) ${FC:-gfortran} -O2 -shared -fPIC $flags -o "$out/catenary_f77.$so" f77/pfosub.f ;;
	plugin) go build -o "$out/catenary-plugin" ./plugin ;;
	cplugin) ${CC:-gcc} -O2 -I../../sdk/c/include -o "$out/catenary-cplugin" c/pfosub.c plugin-c/table.c ../../sdk/c/trammel_plugin.c -lm ;;
	fplugin) ${FC:-gfortran} -O2 -I../../sdk/c/include -o "$out/catenary-fplugin" f77/pfosub.f plugin-f77/table.c ../../sdk/c/trammel_plugin.c ;;
	pyplugin)
		mkdir -p "$out/trammel"
		cp ../../sdk/python/trammel/*.py "$out/trammel"
		cp plugin-python/plugin.py "$out/catenary-pyplugin"
		;;
	*) echo "build.sh: no part is called $part" >&2; exit 2 ;;
	esac
done
