#!/bin/sh
# Rebuilds the images of the forwarding library that the package embeds.
#   ./build.sh [FOLDER [SYSTEM]]     (default: ../images, all systems)
# Needs gcc for the own machine, a cross compiler for the other and MinGW for Windows.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/../images}
system=${2:-all}
mkdir -p "$out"
flags="-std=gnu11 -O2 -Wall -Wextra -Wno-unused-parameter -shared -nostdlib -ffreestanding
    -fno-stack-protector -ffp-contract=off -fno-tree-loop-distribute-patterns -s"
build() { # compiler, name of the architecture
    "$1" $flags -fPIC -fvisibility=hidden -Wl,-soname,trammel-forward -Wl,-z,noexecstack -Wl,-z,now -Wl,--build-id=none \
        -o "$out/forward-linux-$2.so" "$here"/*.c
}
if [ "$system" != windows ]; then
    build "${CC_AMD64:-x86_64-linux-gnu-gcc}" amd64
    build "${CC_ARM64:-aarch64-linux-gnu-gcc}" arm64
fi
if [ "$system" != linux ]; then
    "${CC_WINDOWS:-x86_64-w64-mingw32-gcc}" $flags -mno-stack-arg-probe -Wl,--no-insert-timestamp,--disable-auto-import -Wl,-e,DllMain \
        -o "$out/forward-windows-amd64.dll" "$here"/ask.c "$here"/call.c "$here"/function.c "$here"/utility.c \
        "$here"/windows/windows.c -lkernel32
fi
