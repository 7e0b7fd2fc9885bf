#!/bin/sh
# Builds the plugin.
set -e
cd "$(dirname "$0")"
${FC:-gfortran} -O2 -I trammel/include -o «.Name» spring.f90 plugin.c trammel/trammel_plugin.c
