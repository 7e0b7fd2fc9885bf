package source

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestSignsOfCPP(t *testing.T) {
	for text, line := range map[string]int{
		"#include <cstdio>\n":      1,
		"#include <math.h>\n":      0,
		"int x;\nstd::string s;\n": 2,
		"/* std::string\nclass X {};\n*/ char *s = \"std::x\"; // std::\n":                                        0,
		"#ifdef __cplusplus\nextern \"C\" {\n#endif\nint x;\n#if defined(__cplusplus)\n}\n#endif\n":               0,
		"#ifndef __cplusplus\nint x;\n#else\nclass X {};\n#endif\n":                                               4,
		"extern \"C\" void f(void);\n":                                                                            1,
		"int class_of(int class1);\nstruct new_thing { int new; };\n":                                             0,
		"void f(void) {\n  double *p = new double[3];\n}\n":                                                       2,
		"class Road : public Thing\n{\n};\n":                                                                      1,
		"double x = static_cast<double>(1);\n":                                                                    1,
		"#ifdef __cplusplus\n#include <map>\n#ifdef A\n#endif\n#include <string>\n#endif\nusing namespace std;\n": 7,
	} {
		if c := ExamineCSource("a.c", []byte(text), nil); c.CPP.Line != line {
			t.Errorf("%q: line %d (%s), want %d", text, c.CPP.Line, c.CPP.Text, line)
		}
	}
}

func TestMicrosoftNames(t *testing.T) {
	for text, want := range map[string]bool{
		"__declspec(dllexport) void f(void);":                                                     true,
		"strcpy_s(a, 3, b);":                                                                      true,
		"/* strcpy_s */ strcpy(a, b);":                                                            false,
		"#define _snprintf snprintf\nvoid f(void) { _snprintf(a, 3, b); }":                        false,
		"static char *strlwr(char *s)\n{ return s; }\nvoid f(void) { strlwr(a); }":                false,
		"static char *strlwr(char *s)\n{ return s; }\nvoid f(void) { strlwr(a); _stricmp(a,b); }": true,
	} {
		if c := ExamineCSource("a.c", []byte(text), nil); c.Names != want {
			t.Errorf("%q: %v", text, c.Names)
		}
	}
	if c := ExamineCSource("a.c", []byte("#include <Windows.h>\n"), nil); !c.Headers || c.Forward["Windows.h"] != "<windows.h>" || len(c.Notes) != 1 {
		t.Errorf("%+v", c)
	}
}

// Headers are found whatever the case and the separators, also those of headers.
func TestIncludes(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "Inc"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"Inc/Road.h": "#include \"Deep.H\"\nint road;\n", "Inc/deep.h": "#define X __int64\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := ExamineCSource(filepath.Join(dir, "a.c"), []byte("#include \"inc\\road.H\"\n#include <Math.h>\n#include \"none.h\"\n"), nil)
	if runtime.GOOS == "windows" { // its file system finds the headers of the user
		if !c.Names || len(c.Forward) != 1 || c.Forward["Math.h"] != "<math.h>" {
			t.Errorf("%+v", c)
		}
		return
	}
	if !c.Names || len(c.Forward) != 3 || c.Forward["Math.h"] != "<math.h>" || !strings.HasSuffix(c.Forward[`inc\road.H`], `Road.h"`) || !strings.HasSuffix(c.Forward["Deep.H"], `deep.h"`) {
		t.Errorf("%+v", c)
	}
}

// A declaration that the definition contradicts is left out, others stay.
func TestDeclarations(t *testing.T) {
	text := "adams_c_Consub Consub;\nadams_c_Gfosub Gfosub;\nvoid Consub(REAL *par, int *npar)\n{}\nvoid Gfosub(const struct sAdamsGforce *f, double t)\n{}\n"
	c := ExamineCSource("a.c", []byte(text), nil)
	if want := strings.Replace(text, "adams_c_Consub Consub;", "", 1); string(c.Text) != want || len(c.Notes) != 1 {
		t.Errorf("%q %v", c.Text, c.Notes)
	}
	if c := ExamineCSource("a.c", []byte(strings.Replace(text, "REAL *par", "const struct sAdamsControl *c", 1)), nil); c.Text != nil {
		t.Errorf("%q", c.Text)
	}
}

func TestUTF16(t *testing.T) {
	c := newLines("a.c", []byte("\xff\xfei\x00n\x00t\x00\r\x00\n\x00\xe9\x00"))
	if got := string(c.joinLines()); got != "int\né" {
		t.Errorf("%q", got)
	}
}
