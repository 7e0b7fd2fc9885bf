//go:build linux && (amd64 || arm64)

package cdll

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/subtest"
)

var headers = []string{"msolve.h", "slv_c_utils.h", "trammel_fortran.h", "trammel_usersub.h",
	"trammel_utilities.h", "userPortName.h", "utilCcallable.h"}

// syntax compiles a text without making anything of it.
func syntax(t *testing.T, compiler, name, text string) {
	t.Helper()
	include, err := filepath.Abs("../../sdk/c/include")
	if err != nil {
		t.Fatal(err)
	}
	compile(t, compiler, "-fsyntax-only", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", include,
		source(t, name, text))
}

// Each header compiles alone, in any order with the others, and twice.
func TestHeadersCompile(t *testing.T) {
	for _, c := range [][2]string{{"gcc", "x.c"}, {"g++", "x.cpp"}} {
		subtest.NeedTool(t, c[0])
		all := ""
		for _, h := range headers {
			line := fmt.Sprintf("#include %q\n", h)
			syntax(t, c[0], c[1], line)
			all = line + all + line
		}
		syntax(t, c[0], c[1], all+"int main(void) { return 0; }\n")
	}
}

// The structs of the header have the members that the table of routines says,
// where Go puts them.
func TestStructsMatchHeader(t *testing.T) {
	subtest.NeedTool(t, "gcc")
	// What lies in a nested struct.
	nested := map[string]string{"sAdamsCratio.FLEX_BODY": "FlexBody.ID", "sAdamsMforce.FLEX_BODY": "FlexBody.ID"}
	for _, n := range strings.Fields("ID nIGEOM nJGEOM IGEOM JGEOM IFLIP_GEOM JFLIP_GEOM") {
		nested["sAdamsContactFriction."+n] = "contact." + n
	}
	var b strings.Builder
	b.WriteString("#include <stddef.h>\n#include \"slv_c_utils.h\"\n")
	structs := map[string]bool{}
	for _, s := range usersub.Sigs() {
		if s.Struct == nil || s.Struct.Name == "" {
			continue
		}
		name := s.Struct.Name
		structs[name] = true
		at, size := layout(s.Struct.Members)
		fmt.Fprintf(&b, "_Static_assert(sizeof(struct %s) == %d, \"size of %s\");\n", name, size, name)
		for i, m := range s.Struct.Members {
			in := m.Name
			if n := nested[name+"."+m.Name]; n != "" {
				in = n
			}
			fmt.Fprintf(&b, "_Static_assert(offsetof(struct %s, %s) == %d, \"%s of %s\");\n", name, in, at[i], in, name)
		}
		if s.Name != "GSESAMPLE" {
			f := s.Name[:1] + strings.ToLower(s.Name[1:])
			fmt.Fprintf(&b, "adams_c_%s %s;\n", f, f)
		}
	}
	if len(structs) != 20 {
		t.Errorf("%d structs, want 20", len(structs))
	}
	syntax(t, "gcc", "x.c", b.String())
}

// Every routine that userPortName.h renames is known, and the other way round.
func TestRenamedRoutines(t *testing.T) {
	var b strings.Builder
	b.WriteString("#include \"userPortName.h\"\n#define TEXT2(x) #x\n#define TEXT(x) TEXT2(x)\n")
	for _, s := range usersub.Sigs() {
		if s.Name != "MESSAGE_SUB" { // has a form in C only
			fmt.Fprintf(&b, "_Static_assert(sizeof TEXT(%s) == %d, \"%s\");\n", s.Name, len(s.Name)+2, s.Name)
		}
	}
	syntax(t, "gcc", "x.c", b.String())
}
