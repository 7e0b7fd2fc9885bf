#!/bin/sh
# Builds the plugin that catenary-java.xml names.
#
#   ./build.sh [folder] [java]
#
# The result goes to folder (this one without an argument), which must be the one of the
# deck. It is one file: a line of shell, and behind it the archive with the classes, which
# java finds from its end. Libraries are those of the system (README.md lists
# the packages); JARS names another folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$here"

jars=${JARS:-/usr/share/java}
path=
for name in grpc-api grpc-context grpc-core grpc-netty grpc-protobuf grpc-protobuf-lite grpc-stub \
	netty-buffer netty-codec netty-codec-http netty-codec-http2 netty-common netty-handler netty-resolver \
	netty-transport netty-transport-native-unix-common protobuf perfmark-api guava failureaccess; do
	[ -e "$jars/$name.jar" ] && path=$path:$jars/$name.jar
done
path=${path#:}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/generated" "$work/classes"
protoc -I ../../sdk/wire/wirepb --java_out="$work/generated" usersub.proto
javac -nowarn -proc:none -cp "$path" -d "$work/classes" \
	java/*.java "$work"/generated/trammel/usersub/v1/*.java
jar cf "$work/classes.jar" -C "$work/classes" .
{
	printf '#!/bin/sh\n'
	printf 'exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$0:%s" Catenary "$@"\n' "$path"
	cat "$work/classes.jar"
} >"$work/plugin"
chmod +x "$work/plugin"
mv "$work/plugin" "$out/catenary-java"
