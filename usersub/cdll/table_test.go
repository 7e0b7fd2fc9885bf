//go:build (linux && (amd64 || arm64)) || (windows && amd64)

package cdll

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"github.com/ebitengine/purego"
	"github.com/trammel-mbd/trammel/usersub"
)

var update = flag.Bool("update", false, "write forward/table.h and the headers")

// byHand are the utilities that the forwarding library has its own code for.
var byHand = map[string]bool{"SYSFNC": true, "SYSARY": true,
	"STEP": true, "STEP5": true, "POLY": true, "CHEBY": true}

// stubs writes the C functions of all utilities from their table. Each puts
// its arguments into an array of words and enters the host.
func stubs() string {
	var b strings.Builder
	for _, u := range usersub.Utilities() {
		if byHand[u.Name] {
			continue
		}
		if u.Name != "ANALYS" { // in utility.c
			stub(&b, u, true)
		}
		if !u.OnlyC {
			stub(&b, u, false)
			fmt.Fprintf(&b, "FORTRAN(%s, %s)\n", u.Name, strings.ToLower(u.Name))
		}
		b.WriteString("\n")
	}
	return fmt.Sprintf("/* Written from the table of utilities by: go test -run Table -update. Do not edit. */\n"+
		"#define TABLE %#xULL\n#define N_ANALYS %d\n\n", tableSum(), usersub.FindUtility("ANALYS").TableIndex()) + b.String()
}

func stub(b *strings.Builder, u *usersub.Utility, inC bool) {
	var args, words, lengths []string
	places, texts := 0, 0
	for i := range u.Args {
		a := &u.Args[i]
		kind := [...]string{"int", "double", "char"}[a.Kind]
		name := "_" + a.Name
		if inC && a.IsScalar() && !a.Out && !a.Pointer && a.Kind != usersub.Text {
			args = append(args, kind+" "+name)
			words = append(words, fmt.Sprintf("{.%s = %s}", [...]string{"i", "r"}[a.Kind], name))
			continue
		}
		args = append(args, "const "+kind+" *"+name)
		words = append(words, fmt.Sprintf("{.p = %s}", name))
		places |= 1 << i
		if a.Kind == usersub.Text {
			lengths = append(lengths, "_n"+a.Name)
			texts |= 1 << i
		}
	}
	if inC && u.Function {
		fmt.Fprintf(b, "EXPORT wide %s(void)\n{\n    int %s = 0;\n    enter(%d, BY_VALUE, (union word[]){{.p = &%[2]s}}, 0, (int *)0, %d, 0x1);\n    return %[2]s;\n}\n",
			u.InC, "_"+u.Args[0].Name, u.TableIndex(), u.Failed)
		return
	}
	name, form, n := u.InC, "BY_VALUE", "0"
	if !inC {
		name, form = u.Name, "BY_REFERENCE"
		for _, l := range lengths {
			args = append(args, "wide "+l)
		}
		if lengths != nil {
			n = "_n"
		}
	}
	if args == nil {
		args = []string{"void"}
	}
	if words == nil {
		words = []string{"{.p = 0}"}
	}
	fmt.Fprintf(b, "EXPORT wide %s(%s)\n{\n", name, strings.Join(args, ", "))
	if u.Name == "ERRMES" || u.Name == "USRMES" {
		star := map[bool]string{false: "*"}[inC]
		fmt.Fprintf(b, "    if (!%s_%s) return 0;\n", star, u.Args[0].Name)
	}
	flag := "0"
	if u.Flag >= 0 {
		flag = "_" + u.Args[u.Flag].Name
	}
	list := fmt.Sprintf("(union word[]){%s}", strings.Join(words, ", "))
	if n != "0" { // the lengths may be between the arguments
		fmt.Fprintf(b, "    union word _a[] = {%s};\n    wide _n[] = {%s};\n    BETWEEN(_a, _n, %d, %#x);\n",
			strings.Join(words, ", "), strings.Join(lengths, ", "), len(words), texts)
		list = "_a"
		if u.Flag >= 0 {
			flag = fmt.Sprintf("_a[%d].p", u.Flag)
		}
	}
	fmt.Fprintf(b, "    return enter(%d, %s, %s, %s, (int *)%s, %d, %#x);\n}\n",
		u.TableIndex(), form, list, n, flag, u.Failed, places)
}

const header = `/* trammel_utilities.h - the utilities that routines in C may call. Error flags are
 * 0 when all is well. Written from the solver's table of utilities; included by
 * trammel_usersub.h. */
#ifndef TRAMMEL_UTILITIES_H
#define TRAMMEL_UTILITIES_H

#ifdef __cplusplus
extern "C" {
#endif

`

const footer = `
#ifdef __cplusplus
}
#endif

#endif
`

// prototypes are the declarations of the C form for the header.
func prototypes() string {
	var b strings.Builder
	for _, u := range usersub.Utilities() {
		if u.Call != nil || u.Args != nil {
			fmt.Fprintf(&b, "/* %s */\n%s;\n", u.Doc, u.CPrototype())
		}
	}
	return b.String()
}

const fortranHeader = `/* trammel_fortran.h - the utilities as Fortran calls them: all arguments by
 * reference, the lengths of texts behind all others. Written from the solver's
 * table of utilities; included by userPortName.h. */
#ifndef TRAMMEL_FORTRAN_H
#define TRAMMEL_FORTRAN_H

#ifdef __cplusplus
extern "C" {
#endif

`

// fortranPrototypes are the declarations of the Fortran form. INFO is left out:
// sources have things of their own with that name.
func fortranPrototypes() string {
	var b strings.Builder
	for _, u := range usersub.Utilities() {
		if u.OnlyC || u.Name == "INFO" || u.Args == nil {
			continue
		}
		var args, lengths []string
		for i := range u.Args {
			a := &u.Args[i]
			kind := [...]string{"int", "double", "char"}[a.Kind]
			if !a.Out {
				kind = "const " + kind
			}
			args = append(args, kind+" *"+a.Name)
			if a.Kind == usersub.Text {
				lengths = append(lengths, "int len_"+a.Name)
			}
		}
		fmt.Fprintf(&b, "void %s(%s);\n", u.Name, strings.Join(append(args, lengths...), ", "))
	}
	return b.String()
}

const routinesHeader = `/* trammel_routines.h - the symbols that a Fortran compiler gives the routines.
 * Written from the solver's table of routines; included by userPortName.h. */
#ifndef TRAMMEL_ROUTINES_H
#define TRAMMEL_ROUTINES_H

`

// routineSymbols renames the routines, but for MESSAGE_SUB, which has a form in C only.
func routineSymbols() string {
	var b strings.Builder
	for _, s := range usersub.Sigs() {
		if s.Name != "MESSAGE_SUB" {
			fmt.Fprintf(&b, "#define %s %s_\n", s.Name, strings.ToLower(s.Name))
		}
	}
	return b.String()
}

func tableSum() uint64 {
	h := fnv.New64a()
	for _, u := range usersub.Utilities() {
		fmt.Fprintln(h, u.CPrototype(), u.Flag, u.Failed)
	}
	return h.Sum64()
}

// replaceFile writes text to a file with -update, and compares otherwise.
func replaceFile(t *testing.T, path, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil || string(b) != text {
		t.Errorf("%s is not what the tables give: go test ./usersub/cdll -run Table -update (%v)", path, err)
	}
}

func TestTableIsUpToDate(t *testing.T) {
	replaceFile(t, "forward/table.h", stubs())
	const path = "../../sdk/c/include/trammel_utilities.h"
	replaceFile(t, path, header+prototypes()+footer)
	replaceFile(t, "../../sdk/c/include/trammel_fortran.h", fortranHeader+fortranPrototypes()+footer)
	replaceFile(t, "../../sdk/c/include/trammel_routines.h", routinesHeader+routineSymbols()+"\n#endif\n")
}

// The committed image was built from this table.
func TestImageHasTable(t *testing.T) {
	if err := ensureForwardingLibrary(); err != nil {
		t.Fatal(err)
	}
	f, err := symbolAddress(openCopy(t), "tm_table")
	if err != nil {
		t.Fatal(err)
	}
	if sum, _, _ := purego.SyscallN(f); uint64(sum) != tableSum() {
		t.Errorf("the image was built from another table (%#x, want %#x): run forward/build.sh", sum, tableSum())
	}
}
