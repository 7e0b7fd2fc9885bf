#!/bin/sh
# Rebuilds the images of the forwarding library that the package embeds.
#   ./build.sh [FOLDER]     (default: ../images)
# Needs gcc for the own machine and a cross compiler for the other.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/../images}
mkdir -p "$out"
build() { # compiler, name of the architecture
    "$1" -std=gnu11 -O2 -Wall -Wextra -Wno-unused-parameter -fPIC -shared -nostdlib -ffreestanding \
        -fvisibility=hidden -fno-stack-protector -ffp-contract=off -fno-tree-loop-distribute-patterns \
        -Wl,-soname,trammel-forward -Wl,-z,noexecstack -Wl,-z,now -Wl,--build-id=none -s \
        -o "$out/forward-linux-$2.so" "$here"/*.c
}
build "${CC_AMD64:-x86_64-linux-gnu-gcc}" amd64
build "${CC_ARM64:-aarch64-linux-gnu-gcc}" arm64
