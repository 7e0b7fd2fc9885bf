#!/bin/sh
# Builds the plugin.
set -e
cd "$(dirname "$0")"
${CC:-cc} -O2 -I trammel/include -o «.Name» plugin.c spring.c trammel/trammel_plugin.c -lm
