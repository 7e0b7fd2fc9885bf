package pysub

import (
	"regexp"
	"strings"
)

// unsupported lists what gpython does not parse, by the look of a source line.
var unsupported = []struct {
	look *regexp.Regexp
	what string
}{
	{regexp.MustCompile(`\b(async|await)\b`), "async and await are not supported by the embedded interpreter; write an ordinary function"},
	{regexp.MustCompile(`(^|[^\w"'])([tT][rR]?|[rR][tT])["']`), "template strings are not supported by the embedded interpreter; write an f-string"},
	{regexp.MustCompile(`^\s*except\s*\*`), "except* is not supported by the embedded interpreter; write except"},
	{regexp.MustCompile(`^\s*exec\s+["'\w]`), "exec is a function in Python 3: exec(...)"},
	{regexp.MustCompile(`^\s*match\s.*:\s*(#.*)?$`), "match statements are not supported by the embedded interpreter; use if and elif"},
}

var blockHead = regexp.MustCompile(`^\s*((if|elif|for|while|with|def|class)\s|(else|try|finally|except)\b)`)

// noColon reports whether src begins like the head of a block and ends without
// the colon.
func noColon(src string) bool {
	if i := strings.LastIndex(src, "#"); i >= 0 {
		src = src[:i]
	}
	return blockHead.MatchString(src) && !strings.HasSuffix(strings.TrimSpace(src), ":")
}

// syntaxHint says what in a source line gpython does not know, "" if nothing
// is recognised.
func syntaxHint(src string) string {
	for _, u := range unsupported {
		if u.look.MatchString(src) {
			return u.what
		}
	}
	return ""
}

const modulesHint = "the embedded interpreter has the modules math, random, statistics, json, csv, re, collections, itertools, functools, operator, bisect, copy, contextlib, dataclasses, typing, abc, warnings, string, os, os.path, sys, time, glob and tempfile, and imports scripts that lie beside this one"

// elsewhere is what else can be done about a module that is not there, for routines.
const elsewhere = ", or let a CPython that has it run the script (--python PATH)"

var missing = regexp.MustCompile(`No module named '([\w.]+)'`)

// lackingNames are functions of Python that gpython does not have.
var lackingNames = []string{"bytearray", "memoryview", "input", "breakpoint", "help"}

// lacking are builtins of Python that gpython does not have.
var lacking = regexp.MustCompile(`name '(bytearray|input|memoryview|breakpoint|help)' is not defined`)

var lacksNumpy = regexp.MustCompile(`module '(numpy|numpy\.linalg)' has no attribute`)

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
			return "no function that asks the solver has this name"
		}
	case "AttributeError":
		if m := lacksNumpy.FindStringSubmatch(line); m != nil {
			return numpyHint(m[1])
		}
		if builtinAttribute.MatchString(line) {
			return "the embedded interpreter has not all methods of Python's own types and modules"
		}
	case "SystemError", "NotImplementedError":
		if strings.HasPrefix(line, "SystemError") {
			return "the embedded interpreter cannot run this"
		}
	}
	return ""
}
