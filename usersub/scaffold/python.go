package scaffold

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// pythonSource is a routine in Python as the embedded interpreter takes it.
func pythonSource(sig *usersub.Sig, l law, file string) string {
	args := arguments(sig, usersub.FormPython)
	var names []string
	var outs []usersub.Arg
	for _, a := range args {
		if a.Out {
			outs = append(outs, a)
		} else {
			names = append(names, a.Name)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s of a %s: %s.\n#\n", sig.Name, sig.Element, sig.Doc)
	for _, s := range documented(args) {
		fmt.Fprintf(&b, "#%s\n", s)
	}
	fmt.Fprintf(&b, "#\n# Outputs are returned, several as a list of lists.\n#\n%s", steps(sig, file, "#   "))
	fmt.Fprintf(&b, "\n\ndef %s(%s):\n", sig.Name, strings.Join(names, ", "))
	for _, a := range outs {
		b.WriteString(pythonOutput(sig, a))
	}
	if l.asks {
		b.WriteString("    # Ask in every call, the set-up call too: there the solver learns what is asked.\n" +
			"    dx, error = py_sysfnc(\"DX\", [par[0]])\n")
	}
	if sig.Index("iflag") >= 0 {
		fmt.Fprintf(&b, "    if iflag:\n        return%s  # set-up call: answers are zero, results are ignored\n", pythonResult(outs))
	}
	if l.asks {
		fmt.Fprintf(&b, "    if error:\n        raise ValueError(\"%s: DX is not known\")\n", sig.Name)
	}
	fmt.Fprintf(&b, "    # %s\n", l.says)
	for _, x := range l.lines {
		b.WriteString(pythonLine(sig, x))
	}
	fmt.Fprintf(&b, "    return%s\n", pythonResult(outs))
	return b.String()
}

func pythonOutput(sig *usersub.Sig, a usersub.Arg) string {
	switch {
	case a.Kind == usersub.Int && a.Len == "":
		return fmt.Sprintf("    %s = 0\n", a.Name)
	case a.Len == "" || a.Len == "1":
		return fmt.Sprintf("    %s = [0.0]\n", a.Name)
	}
	size, comment := a.Len, ""
	for _, s := range sizes(sig) {
		if sig.Index(s) >= 0 {
			continue
		}
		known := "1"
		for _, in := range sig.Args {
			if !in.Out && in.Len == s {
				known = "len(" + in.Name + ")"
			}
		}
		if strings.Contains(size, s) && known == "1" {
			comment = "  # as many as the model has"
		}
		size = strings.ReplaceAll(size, s, known)
	}
	if _, err := strconv.Atoi(size); err != nil && !strings.HasPrefix(size, "len(") {
		size = "(" + size + ")"
	}
	return fmt.Sprintf("    %s = [0.0] * %s%s\n", a.Name, size, comment)
}

// pythonResult is what a function returns, with a blank in front.
func pythonResult(outs []usersub.Arg) string {
	switch len(outs) {
	case 0:
		return ""
	case 1:
		if outs[0].Kind == usersub.Real && (outs[0].Len == "" || outs[0].Len == "1") {
			return " " + outs[0].Name + "[0]"
		}
		return " " + outs[0].Name
	}
	var names []string
	for _, a := range outs {
		names = append(names, a.Name)
	}
	return " [" + strings.Join(names, ", ") + "]"
}

func pythonLine(sig *usersub.Sig, x line) string {
	to := func(s string) string { return translate(s, sig, plainName) }
	text := fmt.Sprintf("%s = %s\n", to(x.dst), to(x.value))
	switch {
	case x.loop != "":
		return fmt.Sprintf("    for i in range(%s):\n        %s", to(x.loop), text)
	case x.iord >= 0:
		return fmt.Sprintf("    if iord == %d:\n        %s", x.iord, text)
	}
	return "    " + text
}

// plainName is for languages whose arrays count from 0.
func plainName(a *usersub.Arg, index string) string {
	if index == "" {
		return a.Name
	}
	if row, col, ok := matrix(index); ok {
		if row == "0" && col == "0" {
			return a.Name + "[0]"
		}
		rows, _, _ := strings.Cut(a.Len, "*")
		return fmt.Sprintf("%s[%s+%s*%s]", a.Name, row, col, rows)
	}
	return a.Name + "[" + index + "]"
}
