package pysub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"side.py", "pack/__init__.py"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		os.WriteFile(filepath.Join(dir, name), nil, 0o644)
	}
	for _, c := range []struct{ text, want string }{
		{"x = 1\n", ""},
		{"\ufeffx = 'f\"a\"' # f'x' :=\ny = {1: 'a', 'b': [2][0:1]}\nz = lambda a: a\nif x: y = 1\n", ""},
		{"'''\nf'{x}' := 1_0\n'''\nmatch = 1\nprint(match)\ndef f(a: int, *b, **c) -> int: return a[1:2]\n@f\ndef g(): pass\n", ""},
		{"match = {1: 2}\nprint (1)\nx = y if z else {}\nf(*a, **k)\nf(1, *a)\n[a, b] = c\n*a, b = c\n", ""},
		{"x = f'{1}'\ny = rF'''{2}\n'''\n", ""},
		{"if (n := 1) > 0:\n    pass\n", ""},
		{"a = b @ c\na @= b\n@f\ndef g(): pass\n", ""},
		{"x = 1_000\ny = 0xff_ff\n", ""},
		{"def f(a, /, b):\n    return a / b\n", ""},
		{"x: int = 3\nself.y : float\nd[0]: int = 1\n", ""},
		{"x = f'{1'\n", "1:9: SyntaxError: f-string: a field is not closed"},
		{"x = f'}'\n", "1:7: SyntaxError: f-string: single '}'"},
		{"x = f'{}'\n", "1:8: SyntaxError: f-string: a field needs an expression"},
		{"x = f'{1!z}'\n", "1:10: SyntaxError: f-string: a conversion is !r, !s or !a"},
		{"x = f'é{1 +}'\n", "1:12: SyntaxError: invalid syntax"},
		{"x = f'\\N{DIGIT ONE}{1}'\n", "1:5: SyntaxError: \\N{...} is not supported"},
		{"x = b'a' f'{1}'\n", "1:5: SyntaxError: bytes and text cannot be joined"},
		{"x = lambda a: (b := a)\n", "1:16: SyntaxError: assignments inside a lambda"},
		{"x := 1\n", "1:3: SyntaxError: invalid syntax"},
		{"x = 1__0\n", "1:5: SyntaxError: invalid syntax"},
		{"x = t'{1}'\n", "1:5: template strings"},
		{"async def f():\n    await g()\n", "1:1: async|2:5: async"},
		{"match x:\n    case 1:\n        pass\n", "1:1: match"},
		{"x = [*a, *b]\ny = {**a, 'b': 1}\n", ""},
		{"print 'x'\nprint x\nprint (1) <> `2`, 3L, 0777\ntry: raise E, 'x'\nexcept (A, B), e: pass\n", ""},
		{"print 'x'\nraise E, 'x', tb\n", "2:1: SyntaxError: raise with a traceback"},
		{"print 'x'\nexec 'y = 1'\n", "2:1: SyntaxError: exec statements are not supported"},
		{"exec 'y = 1'\n", "1:6: SyntaxError: invalid syntax (exec is a function"},
		{"x = `1\n", "1:5: SyntaxError: a backtick is not closed"},
		{"x = (1 +\n  f'')\n", ""},
		{"def f()\n    return 1\n", "1:8: SyntaxError: invalid syntax (a colon is missing"},
		{"x = 1\nbreak\n", "2:1: SyntaxError: 'break' outside loop"},
		{"x = (1,\n", "2:1: SyntaxError: unexpected EOF"},
		{"import numpy as np\nimport side, pack, math, os.path, msolve, bisect\nfrom scipy.interpolate import interp1d\n", "1:1: module numpy cannot be imported: numpy cannot run|3:1: module scipy.interpolate cannot be imported"},
		{"try:\n    import numpy\nexcept ImportError:\n    numpy = None\n", ""},
		{"def F():\n    from nowhere import x\n", "2:5: module nowhere cannot be imported: the embedded interpreter has"},
		{"x = bytearray(3)\n", "1:5: bytearray() is not supported"},
		{"import math as m, os.path\nx = m.sin(1) + m.nosuch\nos.path.join('a')\nos.path.lost('a')\n", "2:18: module math of the embedded interpreter has no nosuch|4:9: module os.path of the embedded interpreter has no lost"},
		{"from math import pi, tau, wow\nfrom os import path\nfrom msolve import py_sysfnc, py_sysfunc, STEP\n", "1:1: module math of the embedded interpreter has no wow|3:1: no function that queries the solver is called py_sysfunc"},
		{"import math\ndef f(math):\n    return math.nosuch\ntry:\n    import numpy\n    x = math.nosuch\nexcept Exception:\n    pass\n", ""},
		{"import side\nside.anything\nimport math\nmath = 3\nmath.real\nimport sys\nsys.exc_info()\n", "7:5: module sys of the embedded interpreter has no exc_info"},
		{"class A(list): pass\nclass B(Exception, metaclass=M):\n    def __new__(cls): pass\nclass list: pass\n", "2:1: metaclass= of a class|3:5: __new__ is not called"},
		{"class A(dict): pass\n", "1:9: a class cannot be derived from dict"},
		{"try: pass\nexcept* E: pass\n", "2:7: SyntaxError: invalid syntax (except* is not supported"},
		{"with (a as b, c as d,): pass\nwith (a): pass\nwith (a, b): pass\nwith (a) as b, (c): pass\n", ""},
		{"def bytearray(n): return n\nx = bytearray(3)\n", ""},
	} {
		file := filepath.Join(dir, "a.py")
		if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got := CheckScript(file)
		var want []string
		if c.want != "" {
			want = strings.Split(c.want, "|")
		}
		ok := len(got) == len(want)
		for i := range min(len(got), len(want)) {
			ok = ok && strings.HasPrefix(got[i].String(), want[i])
		}
		if !ok {
			t.Errorf("%q:\n got %v\nwant %v", c.text, got, want)
		}
	}
	if got := CheckScript(filepath.Join(dir, "nope.py")); len(got) != 1 || got[0].Line != 0 || !strings.Contains(got[0].Msg, "nope.py") {
		t.Errorf("a missing file: %v", got)
	}
}

// What runs has no problems.
func TestCheckOfGoodScripts(t *testing.T) {
	for _, name := range []string{"language.py", "suite.py", "utility.py"} {
		if got := CheckScript(filepath.Join("testdata", name)); len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{"x = f'{1}'", "def f(a, /): pass", "'''", "\\\n", "{[(", "match x:\n", "a: b", "0x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkSource("a.py", []byte(text)) })
}
