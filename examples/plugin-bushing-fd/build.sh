#!/bin/sh
# Builds the plugin that bushing-fd-plugin.xml names.
#
#   ./build.sh [folder] [plugin]
#
# It goes to folder (this one without an argument), which must be the one of the deck.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$here"
go build -o "$out/bushing-fd" ../../plugins/bushing-fd
