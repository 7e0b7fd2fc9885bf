#!/bin/sh
# Builds the plugin: the routine in Rust, its table and the SDK in C. Panics of the routine end the process, which the solver reports.
set -e
cd "$(dirname "$0")"
${RUSTC:-rustc} --edition 2021 -O -C panic=abort --crate-type staticlib --crate-name spring -o libspring.a spring.rs
${CC:-cc} -O2 -I trammel/include -o «.Name» plugin.c libspring.a trammel/trammel_plugin.c -Wl,--gc-sections -lm -lpthread -ldl
rm libspring.a
