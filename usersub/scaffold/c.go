package scaffold

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// cSource is a routine in C; it is C++ as well.
func cSource(sig *usersub.Sig, l law, file string) string {
	args := arguments(sig, usersub.FormC)
	var b strings.Builder
	fmt.Fprintf(&b, "/* %s of a %s: %s.\n *\n", sig.Name, sig.Element, sig.Doc)
	for _, s := range documented(args) {
		fmt.Fprintf(&b, " *%s\n", s)
	}
	fmt.Fprintf(&b, " *\n * Outputs are zero before each call.\n *\n%s */\n", steps(sig, file, " *   "))
	b.WriteString("#include \"trammel_usersub.h\"\n\n")
	b.WriteString(wrap(fmt.Sprintf("DLLFUNC void STDCALL %s(", sig.Name), cArguments(args), ")", "", 100))
	b.WriteString("\n{\n")
	if l.loops() {
		b.WriteString("    int i;\n")
	}
	if l.asks {
		b.WriteString("    int marker = (int)par[0], errflg;\n    double dx;\n\n" +
			"    /* Ask in every call, the set-up call too: there the solver learns what is asked. */\n" +
			"    c_sysfnc(\"DX\", &marker, 1, &dx, &errflg);\n")
	}
	if sig.Index("iflag") >= 0 {
		b.WriteString("    if (*iflag)\n        return; /* set-up call: answers are zero, results are ignored */\n")
	}
	if l.asks {
		id := "0"
		if sig.Index("id") >= 0 {
			id = "*id"
		}
		fmt.Fprintf(&b, "    if (errflg)\n        c_errmes(1, \"%s: DX is not known\", %s, \"STOP\");\n", sig.Name, id)
	}
	fmt.Fprintf(&b, "    /* %s */\n", l.says)
	for _, x := range l.lines {
		b.WriteString(cLine(sig, x))
	}
	b.WriteString("}\n")
	return b.String()
}

// steps are how to build and try a routine.
func steps(sig *usersub.Sig, file, before string) string {
	base := strings.TrimSuffix(file, filepath.Ext(file))
	lib := file
	text := ""
	if filepath.Ext(file) != ".py" {
		lib = base + ".so"
		text = fmt.Sprintf("%strammel usersub build %s\n", before, file)
	}
	return text + fmt.Sprintf("%strammel usersub test %s %s --table %s.csv\n", before, lib, sig.Name, base)
}

func cArguments(args []usersub.Arg) []string {
	var list []string
	for _, a := range args {
		switch a.Kind {
		case usersub.Int:
			list = append(list, "int *"+a.Name)
		case usersub.Real:
			list = append(list, "double *"+a.Name)
		case usersub.Text:
			list = append(list, "char *"+a.Name, "int "+a.Name+"_len")
		}
	}
	return list
}

// wrap writes a list over several lines.
func wrap(head string, list []string, tail, more string, width int) string {
	var b strings.Builder
	b.WriteString(head)
	at := len(head)
	for i, s := range list {
		if i < len(list)-1 {
			s += ","
		}
		if i > 0 && at+1+len(s) > width {
			b.WriteString(more + "\n" + strings.Repeat(" ", min(len(head), 40)))
			at = len(head)
		} else if i > 0 {
			b.WriteString(" ")
			at++
		}
		b.WriteString(s)
		at += len(s)
	}
	return b.String() + tail
}

func cLine(sig *usersub.Sig, x line) string {
	to := func(s string) string { return translate(s, sig, cName) }
	text, indent := fmt.Sprintf("%s = %s;\n", to(x.dst), spaced(to(x.value))), "    "
	head := ""
	if x.loop != "" {
		head, indent = fmt.Sprintf("    for (i = 0; i < %s; i++)\n", to(x.loop)), "        "
	}
	if x.iord >= 0 {
		head, indent = fmt.Sprintf("    if (*iord == %d)\n", x.iord), "        "
	}
	return head + indent + text
}

// spaced puts blanks around the products of an expression.
func spaced(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "*", " * "), " *  * ", " * *")
}

func cName(a *usersub.Arg, index string) string {
	if index == "" {
		return "*" + a.Name
	}
	if row, col, ok := matrix(index); ok {
		if row == "0" && col == "0" {
			return a.Name + "[0]"
		}
		rows, _, _ := strings.Cut(a.Len, "*")
		return fmt.Sprintf("%s[%s + %s * *%s]", a.Name, row, col, rows)
	}
	return a.Name + "[" + index + "]"
}

// fortranSource is a routine in free-form Fortran.
func fortranSource(sig *usersub.Sig, l law, file string) string {
	args := arguments(sig, usersub.FormFortran)
	name := strings.ToLower(sig.Name)
	var b strings.Builder
	fmt.Fprintf(&b, "! %s of a %s: %s.\n!\n", sig.Name, sig.Element, sig.Doc)
	for _, s := range documented(args) {
		fmt.Fprintf(&b, "!%s\n", s)
	}
	fmt.Fprintf(&b, "!\n! Outputs are zero before each call.\n!\n%s", steps(sig, file, "!   "))
	var names []string
	for _, a := range args {
		names = append(names, a.Name)
	}
	b.WriteString(wrap("subroutine "+name+"(", names, ")", " &", 100) + "\n  implicit none\n")
	for _, kind := range []usersub.Kind{usersub.Int, usersub.Text, usersub.Real} {
		for _, a := range args {
			if a.Kind == kind {
				b.WriteString(fortranDeclaration(sig, a))
			}
		}
	}
	if l.loops() {
		b.WriteString("  integer :: i\n")
	}
	if l.asks {
		b.WriteString("  integer :: marker(1), error\n  double precision :: dx\n  external :: sysfnc, errmes\n\n" +
			"  ! Ask in every call, the set-up call too: there the solver learns what is asked.\n" +
			"  marker(1) = int(par(1))\n  call sysfnc('DX', marker, 1, dx, error)\n")
	}
	if sig.Index("iflag") >= 0 {
		b.WriteString("  if (iflag) return ! set-up call: answers are zero, results are ignored\n")
	}
	if l.asks {
		id := "0"
		if sig.Index("id") >= 0 {
			id = "id"
		}
		fmt.Fprintf(&b, "  if (error /= 0) call errmes(.true., '%s: DX is not known', %s, 'STOP')\n", sig.Name, id)
	}
	fmt.Fprintf(&b, "  ! %s\n", l.says)
	for _, x := range l.lines {
		b.WriteString(fortranLine(sig, x))
	}
	fmt.Fprintf(&b, "end subroutine %s\n", name)
	return b.String()
}

func fortranDeclaration(sig *usersub.Sig, a usersub.Arg) string {
	typ := [...]string{"integer", "double precision", "character(len=*)"}[a.Kind]
	if a.Name == "iflag" || a.Name == "dflag" {
		typ = "logical"
	}
	intent := "in"
	if a.Out {
		intent = "inout"
	}
	return fmt.Sprintf("  %s, intent(%s) :: %s%s\n", typ, intent, a.Name, fortranShape(sig, a))
}

// fortranShape is the shape of an argument; (*) where it is not known inside.
func fortranShape(sig *usersub.Sig, a usersub.Arg) string {
	if a.Len == "" {
		return ""
	}
	if a.Name == "par" {
		return "(*)"
	}
	for f := range strings.FieldsFuncSeq(a.Len, func(c rune) bool { return c == '*' || c == '+' }) {
		if _, err := strconv.Atoi(f); err != nil && sig.Index(f) < 0 {
			return "(*)"
		}
	}
	return "(" + strings.ReplaceAll(a.Len, "*", ", ") + ")"
}

func fortranLine(sig *usersub.Sig, x line) string {
	to := func(s string) string { return translate(s, sig, fortranName) }
	text := fmt.Sprintf("%s = %s\n", to(x.dst), strings.ReplaceAll(to(x.value), "1.0", "1d0"))
	switch {
	case x.loop != "":
		return fmt.Sprintf("  do i = 1, %s\n    %s  end do\n", to(x.loop), text)
	case x.iord >= 0:
		return fmt.Sprintf("  if (iord == %d) %s", x.iord, text)
	}
	return "  " + text
}

// fortranName counts from 1, and so does i.
func fortranName(a *usersub.Arg, index string) string {
	if index == "" {
		return a.Name
	}
	from1 := func(s string) string {
		if s == "i" {
			return s
		}
		if n, err := strconv.Atoi(s); err == nil {
			return strconv.Itoa(n + 1)
		}
		return strings.ReplaceAll(s, "i", "(i-1)") + "+1"
	}
	if row, col, ok := matrix(index); ok {
		return fmt.Sprintf("%s(%s, %s)", a.Name, from1(row), from1(col))
	}
	return fmt.Sprintf("%s(%s)", a.Name, from1(index))
}
