#!/bin/sh
# Builds the plugin.
set -e
cd "$(dirname "$0")"
${CXX:-c++} -O2 -I trammel/include -o «.Name» plugin.cpp spring.cpp trammel/trammel_plugin.c -lm
