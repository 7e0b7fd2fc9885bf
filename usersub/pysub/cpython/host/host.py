# The side of CPython: executes scripts, hands their functions the arguments of
# routines, takes their results, and gives them the functions that ask the
# solver. Package cpython runs this text inside of the solver's process or in a
# child process; `ask`, a function from bytes to bytes, leads to the solver.
#
# What is called for every evaluation (the functions that make_call writes,
# py_sysfnc, py_sysary) reads and writes shared memory and enters the solver
# only for queries that were not foreseen.
#
# Go joins the files of this folder that stand in hostText to one text, so that a
# name means the same in all of them. This one is the first.
import _thread
import array
import builtins
import io
import linecache
import math
import os
import struct
import sys
import types

HOST = "<trammel>"  # the name of this file in tracebacks
