#!/bin/sh
# Tries the routine without a solver.
set -e
cd "$(dirname "$0")"
${FC:-gfortran} -O2 -o spring_test test.f90 spring.f90
./spring_test
