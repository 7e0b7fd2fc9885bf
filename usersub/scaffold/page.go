package scaffold

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Page is the reference page of a routine or a utility.
type Page struct {
	Name    string
	Title   string      // what it gives or does
	Facts   [][2]string // labels and texts
	Forms   [][2]string // languages and how the function is declared or called there
	Args    [][4]string // name, direction and shape, meaning, unit
	Example string      // in Python, else in C
}

// RoutinePages returns the pages of all routines.
func RoutinePages() (all []Page) {
	for _, sig := range usersub.Sigs() {
		all = append(all, newRoutinePage(sig))
	}
	return all
}

// UtilityPages returns the pages of all utilities.
func UtilityPages() (all []Page) {
	for _, u := range usersub.Utilities() {
		all = append(all, newUtilityPage(u))
	}
	return all
}

// FindPages returns the pages of a routine and of a utility of that name; case does not matter, and a
// utility may have the name of its C or Python form.
func FindPages(name string) (found []Page) {
	name = strings.ToUpper(name)
	if sig := usersub.FindRoutine(name); sig != nil {
		found = append(found, newRoutinePage(sig))
	}
	for _, u := range usersub.Utilities() {
		if name == u.Name || name == strings.ToUpper(u.InC) || name == strings.ToUpper(u.InPython) {
			found = append(found, newUtilityPage(u))
		}
	}
	return found
}

const pageWidth = 75 // two blanks are before a line, and a few characters may follow

func newRoutinePage(sig *usersub.Sig) Page {
	p := Page{Name: sig.Name, Title: sig.Doc}
	queries := "none: SYSFNC and SYSARY may not be called, the states are arguments"
	if sig.UsesState {
		queries = "SYSFNC and SYSARY may be called: in each call, in the same order, in the set-up call too, where their values are 0"
	}
	p.Facts = [][2]string{{"Element", sig.Element}, {"Called", sig.Called}, {"Returns", sig.Returns}, {"Queries", queries}}
	c, f, py := newSource(sig, "c"), newSource(sig, "fortran"), newSource(sig, "python")
	p.Forms = [][2]string{
		{"C", c.CFunctionHead("void ", pageWidth) + ";"},
		{"Fortran", f.FortranFunctionHead(pageWidth) + "\n  " + strings.Join(f.FortranDeclarations(), "\n  ")},
		{"Python", py.PythonFunctionHead("def ", pageWidth) + ":\n    return" + strings.TrimSuffix(py.PythonReturnValues(), "[0]")},
	}
	if sig.Struct != nil {
		p.Forms = append(p.Forms, [2]string{"C, struct first", structDeclaration(sig)})
	}
	for _, a := range sig.Args {
		meaning := a.Doc
		if a.Skip != 0 {
			meaning += "; not in " + strings.Join(unsupportedLanguages(a.Skip), " or ")
		}
		p.Args = append(p.Args, [4]string{a.Name, strings.TrimSpace(directionText(&a)) + " " + shapeText(&a), meaning, a.Unit})
	}
	p.Example = strings.TrimRight(py.fillTemplate("body"), "\n")
	return p
}

func unsupportedLanguages(skip usersub.Form) (list []string) {
	if skip&usersub.FormC != 0 {
		list = append(list, "C")
	}
	if skip&usersub.FormFortran != 0 {
		list = append(list, "Fortran")
	}
	if skip&usersub.FormPython != 0 {
		list = append(list, "Python")
	}
	return list
}

// structDeclaration is the declaration of the form with a struct first and scalars by value.
func structDeclaration(sig *usersub.Sig) string {
	var list []string
	if sig.Struct.Name != "" {
		list = append(list, "const struct "+sig.Struct.Name+" *element")
	}
	for _, name := range sig.Struct.Args {
		a := sig.Args[sig.ArgIndex(name)]
		kind := [...]string{"int ", "double ", "const char *"}[a.Kind]
		switch {
		case a.Out:
			kind = strings.TrimSpace(kind) + " *"
		case a.Len != "":
			kind = "const " + kind + "*"
		}
		list = append(list, kind+a.Name)
	}
	return wrapList("void "+sig.Name[:1]+strings.ToLower(sig.Name[1:])+"(", list, ");", "", pageWidth)
}

func newUtilityPage(u *usersub.Utility) Page {
	p := Page{Name: u.Name, Title: u.Doc}
	needs := "the solver: it works in calls of routines"
	switch {
	case u.Call == nil:
		needs = "what no solver here has: it is not supported, its error flag is set or its results are 0"
	case u.NeedsNoSolver():
		needs = "its arguments only"
	}
	p.Facts = [][2]string{{"Needs", needs}}
	if u.Call != nil || u.Args != nil {
		p.Forms = utilitySignatures(u)
	}
	for i := range u.Args {
		a := &u.Args[i]
		dir := strings.TrimSpace(directionText(&a.Arg))
		if a.Reads {
			dir = "in and out"
		}
		length := strings.Replace(shapeText(&a.Arg), "(?)", "(as many as there are)", 1)
		meaning := a.Doc
		if a.Implied {
			meaning += "; not in Python"
		}
		if a.May {
			meaning += fmt.Sprintf("; %g if it is left out in Python", a.Default)
		}
		p.Args = append(p.Args, [4]string{a.Name, dir + " " + length, meaning, a.Unit})
	}
	if u.Call != nil {
		p.Example = formatUtilityExample(u)
	}
	return p
}

// pythonArguments are the names of the arguments that Python passes, outputs what it gets.
func pythonArguments(u *usersub.Utility) (in, out []string) {
	for i := range u.Args {
		switch a := &u.Args[i]; {
		case a.Implied:
		case a.Out:
			out = append(out, a.Name)
		default:
			in = append(in, a.Name)
		}
	}
	return in, out
}

func utilitySignatures(u *usersub.Utility) (forms [][2]string) {
	head, args, _ := strings.Cut(strings.TrimSuffix(u.CPrototype(), ")"), "(")
	forms = append(forms, [2]string{"C", wrapList(head+"(", strings.Split(args, ", "), ");", "", pageWidth)})
	if !u.OnlyC {
		var list []string
		for i := range u.Args {
			list = append(list, u.Args[i].Name)
		}
		forms = append(forms, [2]string{"Fortran", wrapList("call "+strings.ToLower(u.Name)+"(", list, ")", " &", pageWidth)})
	}
	if in, out := pythonArguments(u); u.InPython != "" {
		forms = append(forms, [2]string{"Python", wrapList(assignmentText(out)+u.InPython+"(", in, ")", "", pageWidth)})
	}
	return forms
}

func assignmentText(out []string) string {
	switch len(out) {
	case 0:
		return ""
	case 1:
		return out[0] + " = "
	}
	return "[" + strings.Join(out, ", ") + "] = "
}

// formatUtilityExample returns a call, with its results where they need no solver.
func formatUtilityExample(u *usersub.Utility) string {
	if u.InPython == "" {
		var list []string
		for i := range u.Args {
			name := u.Args[i].Name
			if u.Args[i].IsScalar() {
				name = "&" + name
			}
			list = append(list, name)
		}
		return u.InC + "(" + strings.Join(list, ", ") + ");"
	}
	_, out := pythonArguments(u)
	text := assignmentText(out) + u.InPython + "(" + strings.TrimSpace(u.Example) + ")"
	if u.NeedsNoSolver() {
		c, err := ExampleCall(u)
		if err != nil {
			panic("scaffold: " + err.Error())
		}
		var results []string
		for _, i := range u.OutputIndices() {
			results = append(results, resultText(&u.Args[i], &c.Arg[i]))
		}
		text += "  # " + strings.Join(results, ", ")
	}
	return text
}

func resultText(a *usersub.UtilityArg, v *usersub.UtilityValue) string {
	var list []string
	for _, x := range v.Int {
		list = append(list, fmt.Sprint(x))
	}
	for _, x := range v.Real {
		list = append(list, fmt.Sprintf("%.6g", x))
	}
	for _, x := range v.Text {
		list = append(list, fmt.Sprintf("%q", x))
	}
	if a.IsScalar() {
		return list[0]
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// ExampleCall makes the call that is the example of a utility, without a solver where it needs none; else only
// its inputs are set.
func ExampleCall(u *usersub.Utility) (*usersub.UtilityCall, error) {
	var given []any
	if err := json.Unmarshal([]byte("["+u.Example+"]"), &given); err != nil {
		return nil, fmt.Errorf("%s: the example: %w", u.Name, err)
	}
	c := &usersub.UtilityCall{}
	c.PrepareCall(u, nil, 0)
	err := c.SetInputs(len(given), func(a *usersub.UtilityArg, v *usersub.UtilityValue, k int) error {
		list, isList := given[k].([]any)
		if !isList {
			list = given[k : k+1]
		}
		if isList == a.IsScalar() {
			return fmt.Errorf("%s: %v is given for %s", u.Name, given[k], a.Name)
		}
		for _, x := range list {
			number, isNumber := x.(float64)
			text, isText := x.(string)
			switch {
			case a.Kind == usersub.Text && isText:
				v.Text = append(v.Text, text)
			case a.Kind == usersub.Real && isNumber:
				v.Real = append(v.Real, number)
			case a.Kind == usersub.Int && isNumber && number == float64(int32(number)):
				v.Int = append(v.Int, int32(number))
			default:
				return fmt.Errorf("%s: %v is given for %s", u.Name, x, a.Name)
			}
		}
		return nil
	})
	if err == nil && u.NeedsNoSolver() {
		c.Invoke()
	}
	return c, err
}

// String is the page as text. A tab separates a label from its text, whose lines are not wrapped.
func (p Page) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", p.Name, p.Title)
	for _, x := range p.Facts {
		fmt.Fprintf(&b, "%s:\t%s\n", x[0], x[1])
	}
	for _, x := range p.Forms {
		fmt.Fprintf(&b, "%s:\n  %s\n", x[0], strings.ReplaceAll(x[1], "\n", "\n  "))
	}
	if len(p.Args) > 0 {
		b.WriteString("Arguments:\n")
	}
	for _, a := range p.Args {
		fmt.Fprintf(&b, "  %s\t%s: %s%s\n", a[0], a[1], a[2], withUnit(a[3]))
	}
	if p.Example != "" {
		fmt.Fprintf(&b, "Example:\n  %s\n", strings.ReplaceAll(p.Example, "\n", "\n  "))
	}
	return b.String()
}

func withUnit(s string) string {
	if s == "" {
		return ""
	}
	return " [" + s + "]"
}

// writeMarkdown writes the page as a section.
func (p Page) writeMarkdown(w io.Writer) {
	escape := strings.NewReplacer("*", `\*`, "<", "&lt;", "_", `\_`, "|", `\|`).Replace
	fmt.Fprintf(w, "### %s\n\n%s.\n\n", escape(p.Name), escape(strings.ToUpper(p.Title[:1])+p.Title[1:]))
	for _, x := range p.Facts {
		fmt.Fprintf(w, "* %s: %s\n", x[0], escape(x[1]))
	}
	if len(p.Args) > 0 {
		fmt.Fprint(w, "\n| Argument | | Meaning | Unit |\n|---|---|---|---|\n")
	}
	for _, a := range p.Args {
		fmt.Fprintf(w, "| `%s` | %s | %s | %s |\n", a[0], escape(a[1]), escape(a[2]), escape(a[3]))
	}
	if len(p.Forms) == 0 {
		fmt.Fprintln(w)
		return
	}
	fmt.Fprint(w, "\n```text\n")
	for _, x := range p.Forms {
		fmt.Fprintf(w, "%s:\n  %s\n", x[0], strings.ReplaceAll(x[1], "\n", "\n  "))
	}
	if p.Example != "" {
		fmt.Fprintf(w, "Example:\n  %s\n", strings.ReplaceAll(p.Example, "\n", "\n  "))
	}
	fmt.Fprint(w, "```\n\n")
}

//go:embed head.md
var pageHead string

// WriteRoutineAndUtilityReference writes all pages as Markdown.
func WriteRoutineAndUtilityReference(w io.Writer) {
	routines, utilities, _ := strings.Cut(pageHead, "## Utilities\n")
	fmt.Fprint(w, routines)
	for _, p := range RoutinePages() {
		p.writeMarkdown(w)
	}
	fmt.Fprint(w, "## Utilities\n", utilities)
	for _, p := range UtilityPages() {
		p.writeMarkdown(w)
	}
}
