#!/bin/sh
# Tries the routine without a solver.
set -e
cd "$(dirname "$0")"
${RUSTC:-rustc} --edition 2021 --test -o spring_test test.rs
./spring_test
