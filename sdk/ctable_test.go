package sdk_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

var update = flag.Bool("update", false, "write c/trammel_table.h again")

// cByHand are the utilities that the sources of the C plugin have their own code for.
var cByHand = map[string]bool{"SYSFNC": true, "SYSARY": true, "STEP": true, "STEP5": true, "POLY": true, "CHEBY": true}

// cTold are the inputs whose number of entries the sources of the C plugin find by themselves.
var lengthInC = map[string]bool{"RCNVRT coord1": true, "PUT_MARKER angle": true}

// cTable is what trammel_ask.h needs to know of the utilities: how their arguments are passed, and a function for each.
func cTable() string {
	var rows, functions strings.Builder
	n := 0
	for _, u := range usersub.Utilities() {
		if cByHand[u.Name] {
			continue
		}
		fmt.Fprintf(&rows, "    {\"%s\", \"%s\", %d, %d},\n", u.Name, cArguments(u), u.Flag, u.Failed)
		cFunction(&functions, u, n, true)
		if !u.OnlyC {
			cFunction(&functions, u, n, false)
			fmt.Fprintf(&functions, "FORTRAN(%s, %s)\n", u.Name, strings.ToLower(u.Name))
		}
		n++
	}
	var skipped strings.Builder
	for _, s := range usersub.Sigs() {
		for _, a := range s.Args {
			if a.Skip&usersub.FormC != 0 {
				fmt.Fprintf(&skipped, "    {\"%s\", \"%s\"},\n", s.Name, a.Name)
			}
		}
	}
	return "/* trammel_table.h - the utilities, and arguments that routines in C do without. Part of trammel_plugin.c; written\n" +
		" * from the solver's tables by: go test ./sdk -run CTable -update. Do not edit. */\n\n" +
		"static const struct {\n    const char *kind, *name;\n} not_in_c[] = {\n" + skipped.String() + "};\n\n" +
		"static const struct utility utilities[] = {\n" + rows.String() + "};\n\n" + strings.TrimPrefix(functions.String(), "\n")
}

var word = regexp.MustCompile(`[A-Za-z]\w*`)

// cArguments writes the arguments as trammel_ask.h reads them.
func cArguments(u *usersub.Utility) string {
	var list []string
	for i := range u.Args {
		a := &u.Args[i]
		letters := "irt"
		if a.Out {
			letters = "IRT"
		}
		s := letters[a.Kind : a.Kind+1]
		if a.Len == "?" && !a.Out && !lengthInC[u.Name+" "+a.Name] {
			panic("trammel_ask.h does not know the length of " + a.Name + " of " + u.Name)
		}
		if a.Len != "" {
			s += "[" + word.ReplaceAllStringFunc(a.Len, func(name string) string { return fmt.Sprintf("$%d", u.ArgIndex(name)) }) + "]"
		}
		for _, mark := range []struct {
			set  bool
			text string
		}{{a.Reads, "+"}, {a.Pointer, "&"}, {a.Implied, "-"}} {
			if mark.set {
				s += mark.text
			}
		}
		list = append(list, s)
	}
	return strings.Join(list, " ")
}

// cFunction writes the function of a utility for C or Fortran: it puts its arguments into words.
func cFunction(b *strings.Builder, u *usersub.Utility, n int, inC bool) {
	var args, set, lengths []string
	for i := range u.Args {
		a := &u.Args[i]
		value := inC && a.IsScalar() && !a.Out && !a.Pointer && a.Kind != usersub.Text
		member, cast := "p", "(void *)"
		if value {
			member, cast = [...]string{"i", "r"}[a.Kind], ""
		}
		set = append(set, fmt.Sprintf("words[%d].%s = %s%s;", i, member, cast, a.Name))
		args = append(args, "const void *"+a.Name)
		if a.Kind == usersub.Text {
			lengths = append(lengths, "len_"+a.Name)
		}
	}
	prototype := u.CPrototype()
	if !inC {
		for _, l := range lengths {
			args = append(args, "long "+l)
		}
		if args == nil {
			args = []string{"void"}
		}
		prototype = fmt.Sprintf("WEAK void %s_(%s)", strings.ToLower(u.Name), strings.Join(args, ", "))
	}
	fmt.Fprintf(b, "\n%s\n{\n    union word words[%d];\n", prototype, max(len(u.Args), 1))
	if inC && u.Function {
		fmt.Fprintf(b, "    int %s = 0;\n    words[0].p = &%[1]s;\n    utility(&utilities[%d], 0, words, 0);\n    return %[1]s;\n}\n", u.Args[0].Name, n)
		return
	}
	if u.Name == "ERRMES" || u.Name == "USRMES" {
		fmt.Fprintf(b, "    if (!%s) return;\n", map[bool]string{true: u.Args[0].Name, false: "*(const int *)" + u.Args[0].Name}[inC])
	}
	if len(set) == 0 {
		set = []string{"words[0].p = 0;"}
	}
	fmt.Fprintf(b, "    %s\n", strings.Join(set, "\n    "))
	form, list := "0", "0"
	if !inC {
		form = "1"
		if lengths != nil {
			fmt.Fprintf(b, "    {\n        long lengths[] = {%s};\n        utility(&utilities[%d], 1, words, lengths);\n    }\n", strings.Join(lengths, ", "), n)
			list = ""
		}
	}
	if list != "" {
		fmt.Fprintf(b, "    utility(&utilities[%d], %s, words, 0);\n", n, form)
	}
	if u.Name == "ERRMES" {
		if inC {
			b.WriteString("    stop(mesage, -1, endflg, -1);\n")
		} else {
			b.WriteString("    stop((const char *)mesage, len_mesage, (const char *)endflg, len_endflg);\n")
		}
	}
	b.WriteString("}\n")
}

func TestCTableIsUpToDate(t *testing.T) {
	const path = "c/trammel_table.h"
	text := cTable()
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != text {
		t.Errorf("%s is not what the tables give: go test ./sdk -run CTable -update (%v)", path, err)
	}
}
