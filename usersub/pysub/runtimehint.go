package pysub

import (
	"github.com/trammel-mbd/trammel/usersub/pysub/numpy"
	"regexp"
	"strings"
)

const modulesHint = "the embedded interpreter has the modules math, random, statistics, json, csv, re, collections, itertools, functools, operator, bisect, argparse, pathlib, copy, contextlib, dataclasses, typing, abc, warnings, string, os, os.path, sys, time, glob and tempfile, and imports scripts that lie beside this one"

// elsewhere is what else can be done about a module that is not there, for routines.
const elsewhere = ", or let a CPython that has it run the script (--python PATH)"

var missing = regexp.MustCompile(`No module named '([\w.]+)'`)

// lackingNames are functions of Python that gpython does not have.
var lackingNames = []string{"bytearray", "memoryview", "input", "breakpoint", "help"}

// lacking are builtins of Python that gpython does not have.
var lacking = regexp.MustCompile(`name '(bytearray|input|memoryview|breakpoint|help)' is not defined`)

var lacksNumpy = regexp.MustCompile(`module '(numpy|numpy\.linalg)' has no attribute`)

var lacksParameter = regexp.MustCompile(`\bnumpy\.[\w.]+ has no argument `)

var builtinAttribute = regexp.MustCompile(`'(str|list|dict|tuple|set|frozenset|float|int|bytes|file|module)' has no attribute`)

// runtimeHint explains exceptions that come from what gpython lacks.
func runtimeHint(typ, line string) string {
	switch typ {
	case "ImportError", "ModuleNotFoundError":
		if m := missing.FindStringSubmatch(line); m != nil {
			switch strings.SplitN(m[1], ".", 2)[0] {
			case "numpy":
				if m[1] != "numpy" {
					return "programs may import numpy and numpy.linalg here"
				}
				return m[1] + " cannot run in the embedded interpreter; write with lists and math" + elsewhere
			case "scipy", "pandas", "matplotlib":
				return m[1] + " cannot run in the embedded interpreter; write with lists and math" + elsewhere
			}
			return modulesHint
		}
	case "NameError":
		if m := lacking.FindStringSubmatch(line); m != nil {
			return m[1] + "() is not supported by the embedded interpreter"
		}
		if strings.HasPrefix(line, "NameError: name 'py_") {
			return "no function that queries the solver has this name"
		}
	case "AttributeError":
		if m := lacksNumpy.FindStringSubmatch(line); m != nil {
			return numpy.DescribeModuleContents(m[1])
		}
		if builtinAttribute.MatchString(line) {
			return "the embedded interpreter has not all methods of Python's own types and modules"
		}
	case "TypeError":
		if lacksParameter.MatchString(line) {
			return "the embedded interpreter has a small numpy"
		}
	case "SystemError", "NotImplementedError":
		if strings.HasPrefix(line, "SystemError") {
			return "the embedded interpreter cannot run this"
		}
	}
	return ""
}
