#!/bin/sh
# Tries the routine without a solver.
set -e
cd "$(dirname "$0")"
${CC:-cc} -O2 -I trammel/include -o spring_test test.c spring.c -lm
./spring_test
