#!/bin/sh
# Tries the routine without a solver.
set -e
cd "$(dirname "$0")"
${CXX:-c++} -O2 -I trammel/include -o spring_test test.cpp spring.cpp -lm
./spring_test
