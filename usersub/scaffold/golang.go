package scaffold

import (
	"fmt"
	"go/format"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// goSource is a plugin with one routine.
func goSource(sig *usersub.Sig, l law) string {
	var b strings.Builder
	name := strings.ToLower(sig.Name)
	fmt.Fprintf(&b, "// Command %s is a plugin with the routine %s. Build it with go build, put it\n"+
		"// beside the deck and name it there with usrsub_plugin_name.\npackage main\n\n", name, sig.Name)
	b.WriteString("import \"github.com/trammel-mbd/trammel/sdk\"\n\nfunc main() {\n\tsdk.Serve(sdk.Plugin{\n")
	fmt.Fprintf(&b, "Name: %q, Version: \"0.1.0\", Doc: %q,\nRoutines: map[string]sdk.Routine{%q: routine},\n})\n}\n\n", name, sig.Doc, sig.Name)
	fmt.Fprintf(&b, "// routine is the %s of a %s: %s.\n//\n", sig.Name, sig.Element, sig.Doc)
	for _, s := range documented(sig.Args) {
		fmt.Fprintf(&b, "// %s\n", s)
	}
	b.WriteString("//\n// Outputs are zero before each call.\n")
	fmt.Fprintf(&b, "var routine = sdk.Raw(%q, func(c *sdk.Call) error {\n", sig.Name)
	if l.asks {
		b.WriteString("// Ask in every call, the set-up call too: there the solver learns what is asked.\ndx := c.SysFnc(\"DX\", c.ParInt(0))\n")
	}
	if sig.Index("iflag") >= 0 {
		b.WriteString("if c.Setup() {\nreturn nil // answers are zero, results are ignored\n}\n")
	}
	for _, a := range sig.Args {
		if l.uses(a.Name) {
			b.WriteString(goVariable(&a))
		}
	}
	fmt.Fprintf(&b, "// %s\n", l.says)
	for _, x := range l.lines {
		b.WriteString(goLine(sig, x))
	}
	b.WriteString("return nil\n})\n")
	return formatted(b.String())
}

func formatted(src string) string {
	out, err := format.Source([]byte(src))
	if err != nil {
		panic("scaffold: " + err.Error() + "\n" + src)
	}
	return string(out)
}

func goVariable(a *usersub.Arg) string {
	switch {
	case a.Name == "time":
		return "time := c.Time\n"
	case a.Name == "par":
		return "par := c.Par\n"
	case a.Out:
		return fmt.Sprintf("%s := c.Out(%q)\n", a.Name, a.Name)
	case a.Kind == usersub.Int:
		return fmt.Sprintf("%s := c.Int(%q)\n", a.Name, a.Name)
	case a.Len == "":
		return fmt.Sprintf("%s := c.In(%q)[0]\n", a.Name, a.Name)
	}
	return fmt.Sprintf("%s := c.In(%q)\n", a.Name, a.Name)
}

func goLine(sig *usersub.Sig, x line) string {
	to := func(s string) string { return translate(s, sig, plainName) }
	text := fmt.Sprintf("%s = %s\n", to(x.dst), strings.ReplaceAll(to(x.value), "1.0", "1"))
	switch {
	case x.loop != "":
		return fmt.Sprintf("for i := range %s {\n%s}\n", to(x.loop), text)
	case x.iord >= 0:
		return fmt.Sprintf("if iord == %d {\n%s}\n", x.iord, text)
	}
	return text
}

// goTest is a test with package sdktest.
func goTest(sig *usersub.Sig, l law) string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\"slices\"\n\"testing\"\n\n\"github.com/trammel-mbd/trammel/sdk/sdktest\"\n)\n\n")
	fmt.Fprintf(&b, "func Test%s(t *testing.T) {\n", sig.Name)
	for k := range l.examples {
		x := &l.examples[k]
		fmt.Fprintf(&b, "t.Run(%q, func(t *testing.T) {\n", x.name)
		goExample(&b, sig, l, x)
		b.WriteString("})\n")
	}
	b.WriteString("}\n")
	text := b.String()
	if !strings.Contains(text, "slices.") {
		text = strings.Replace(text, "\"slices\"\n", "", 1)
	}
	return formatted(text)
}

func goExample(b *strings.Builder, sig *usersub.Sig, l law, x *example) {
	dims := "nil"
	if s := sizes(sig); len(s) > 0 {
		dims = "map[string]int{"
		for _, n := range s {
			dims += fmt.Sprintf("%q: %d, ", n, x.size(sig, n))
		}
		dims = strings.TrimSuffix(dims, ", ") + "}"
	}
	par := ""
	if sig.Index("par") >= 0 {
		for _, v := range x.par {
			par += ", " + number(v)
		}
	}
	fmt.Fprintf(b, "e := sdktest.NewSized(t, routine, %s%s)\n", dims, par)
	if l.asks {
		fmt.Fprintf(b, "e.Fnc(%s, \"DX\", %s)\n", number(x.dx), number(x.par[0]))
	}
	for _, a := range sig.Args {
		if v, ok := x.ints[a.Name]; ok && a.Len == "" {
			fmt.Fprintf(b, "e.Int(%q, %d)\n", a.Name, v[0])
		}
		if v, ok := x.reals[a.Name]; ok && slices.ContainsFunc(v, func(v float64) bool { return v != 0 }) {
			fmt.Fprintf(b, "copy(e.In(%q), []float64{%s})\n", a.Name, joined(v, ", "))
		}
	}
	fmt.Fprintf(b, "if err := e.Call(%s); err != nil {\nt.Fatal(err)\n}\n", number(x.time))
	f := x.frame(sig)
	for _, i := range sig.Outputs() {
		if sig.Args[i].Kind != usersub.Real {
			continue
		}
		name := sig.Args[i].Name
		fmt.Fprintf(b, "if want := []float64{%s}; !slices.Equal(e.Out(%q), want) {\nt.Errorf(\"%s is %%v, want %%v\", e.Out(%q), want)\n}\n",
			joined(x.padded(f, i), ", "), name, name, name)
	}
}

func joined(v []float64, by string) string {
	s := make([]string, len(v))
	for i := range v {
		s[i] = number(v[i])
	}
	return strings.Join(s, by)
}
