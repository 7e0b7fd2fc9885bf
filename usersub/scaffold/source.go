package scaffold

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// routineSource is what the templates of a language know of a routine.
type routineSource struct {
	*usersub.Sig
	exampleLaw
	Args []usersub.Arg // those that the language has

	language string
}

func newSource(sig *usersub.Sig, language string) *routineSource {
	form := languages[language].form
	has := slices.DeleteFunc(slices.Clone(sig.Args), func(a usersub.Arg) bool { return a.Skip&form != 0 })
	return &routineSource{Sig: sig, exampleLaw: chooseLaw(sig), Args: has, language: language}
}

// LowerCaseName is the name of the routine in small letters, Base that of its files without suffix.
func (s *routineSource) LowerCaseName() string { return strings.ToLower(s.Name) }
func (s *routineSource) FileBaseName() string  { return s.LowerCaseName() }
func (s *routineSource) FileName() string      { return s.FileBaseName() + languages[s.language].suffix }

// HasArgument reports whether the routine has an argument.
func (s *routineSource) HasArgument(name string) bool { return s.ArgIndex(name) >= 0 }

// TranslateNames puts the names in an expression into the language.
func (s *routineSource) TranslateNames(expr string) string {
	return translateNames(expr, s.Sig, languages[s.language].name)
}

// ArgumentDocLines returns a line for each argument.
func (s *routineSource) ArgumentDocLines() (lines []string) {
	for _, a := range s.Args {
		line := fmt.Sprintf("  %-10s %s  %-18s %s", a.Name, directionText(&a), shapeText(&a), a.DocSummary())
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

func directionText(a *usersub.Arg) string {
	if a.Out {
		return "out"
	}
	return "in "
}

func shapeText(a *usersub.Arg) string {
	kind := [...]string{"integer", "real", "text"}[a.Kind]
	if a.Len != "" && a.Len != "1" {
		kind += "(" + a.Len + ")"
	}
	return kind
}

// CFunctionHead is the head of the function in C, what is before its name included.
func (s *routineSource) CFunctionHead(before string, width int) string {
	var list []string
	for _, a := range s.Args {
		list = append(list, [...]string{"int *", "double *", "char *"}[a.Kind]+a.Name)
		if a.Kind == usersub.Text {
			list = append(list, "int "+a.Name+"_len")
		}
	}
	return wrapList(before+s.Name+"(", list, ")", "", width)
}

// wrapList writes a list over several lines.
func wrapList(head string, list []string, tail, more string, width int) string {
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

// spaceMultiplications puts blanks around the products of an expression.
func spaceMultiplications(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "*", " * "), " *  * ", " * *")
}

func cReference(a *usersub.Arg, index string) string {
	if index == "" {
		return "*" + a.Name
	}
	if row, col, ok := splitIndex(index); ok && (row != "0" || col != "0") {
		rows, _, _ := strings.Cut(a.Len, "*")
		return fmt.Sprintf("%s[%s + %s * *%s]", a.Name, row, col, rows)
	}
	return zeroBasedReference(a, index)
}

// zeroBasedReference is for languages whose arrays count from 0.
func zeroBasedReference(a *usersub.Arg, index string) string {
	if index == "" {
		return a.Name
	}
	if row, col, ok := splitIndex(index); ok {
		if index = "0"; row != "0" || col != "0" {
			rows, _, _ := strings.Cut(a.Len, "*")
			index = fmt.Sprintf("%s+%s*%s", row, col, rows)
		}
	}
	return a.Name + "[" + index + "]"
}

// FortranFunctionHead is the first statement of the subroutine.
func (s *routineSource) FortranFunctionHead(width int) string {
	return wrapList("subroutine "+s.LowerCaseName()+"(", argumentNames(s.Args), ")", " &", width)
}

func argumentNames(args []usersub.Arg) (list []string) {
	for _, a := range args {
		list = append(list, a.Name)
	}
	return list
}

// FortranDeclarations are those of the arguments in Fortran: integers, texts, then reals, which may
// have the integers as sizes.
func (s *routineSource) FortranDeclarations() (list []string) {
	for _, kind := range []usersub.Kind{usersub.Int, usersub.Text, usersub.Real} {
		for _, a := range s.Args {
			if a.Kind != kind {
				continue
			}
			typ, intent := [...]string{"integer", "double precision", "character(len=*)"}[kind], "in"
			if a.Name == "iflag" || a.Name == "dflag" {
				typ = "logical"
			}
			if a.Out {
				intent = "inout"
			}
			list = append(list, fmt.Sprintf("%s, intent(%s) :: %s%s", typ, intent, a.Name, fortranShape(s.Sig, a)))
		}
	}
	return list
}

// fortranShape is the shape of an argument; (*) where it is not known inside.
func fortranShape(sig *usersub.Sig, a usersub.Arg) string {
	if a.Len == "" {
		return ""
	}
	unknown := func(size string) bool { return !isNumber(size) && sig.ArgIndex(size) < 0 }
	if a.Name == "par" || slices.ContainsFunc(lengthFactors(a.Len), unknown) {
		return "(*)"
	}
	return "(" + strings.ReplaceAll(a.Len, "*", ", ") + ")"
}

// fortranReference counts from 1, and so does i.
func fortranReference(a *usersub.Arg, index string) string {
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
	if row, col, ok := splitIndex(index); ok {
		return fmt.Sprintf("%s(%s, %s)", a.Name, from1(row), from1(col))
	}
	return fmt.Sprintf("%s(%s)", a.Name, from1(index))
}

// PythonOutputs are the arguments that a function in Python returns.
func (s *routineSource) PythonOutputs() []usersub.Arg {
	return slices.DeleteFunc(slices.Clone(s.Args), func(a usersub.Arg) bool { return !a.Out })
}

// PythonFunctionHead is the head of the function in Python, which gets the inputs, and what is before it.
func (s *routineSource) PythonFunctionHead(before string, width int) string {
	in := slices.DeleteFunc(slices.Clone(s.Args), func(a usersub.Arg) bool { return a.Out })
	return wrapList(before+s.Name+"(", argumentNames(in), ")", "", width)
}

// InitialAssignment is the statement that makes an output in Python.
func (s *routineSource) InitialAssignment(a usersub.Arg) string {
	switch {
	case a.Kind == usersub.Int && a.Len == "":
		return a.Name + " = 0"
	case a.Len == "" || a.Len == "1":
		return a.Name + " = [0.0]"
	}
	size, comment := a.Len, ""
	for _, n := range sizeNames(s.Sig) {
		if s.HasArgument(n) {
			continue
		}
		known := "1"
		for _, in := range s.Sig.Args {
			if !in.Out && in.Len == n {
				known = "len(" + in.Name + ")"
			}
		}
		if strings.Contains(size, n) && known == "1" {
			comment = "  # as many as the model has"
		}
		size = strings.ReplaceAll(size, n, known)
	}
	if !isNumber(size) && !strings.HasPrefix(size, "len(") {
		size = "(" + size + ")"
	}
	return fmt.Sprintf("%s = [0.0] * %s%s", a.Name, size, comment)
}

// PythonReturnValues is what a function in Python returns, with a blank in front.
func (s *routineSource) PythonReturnValues() string {
	switch outs := s.PythonOutputs(); {
	case len(outs) == 0:
		return ""
	case len(outs) > 1:
		return " [" + strings.Join(argumentNames(outs), ", ") + "]"
	case outs[0].Kind == usersub.Real && (outs[0].Len == "" || outs[0].Len == "1"):
		return " " + outs[0].Name + "[0]"
	default:
		return " " + outs[0].Name
	}
}

// ComparesNumbers reports whether a test compares numbers.
func (s *routineSource) ComparesNumbers() bool { return firstReal(s.Sig) != nil }

// SizesAsGoMap are the sizes of an example as a map in Go.
func (s *routineSource) SizesAsGoMap(x example) string {
	var list []string
	for _, n := range sizeNames(s.Sig) {
		list = append(list, fmt.Sprintf("%q: %d", n, x.sizeValue(s.Sig, n)))
	}
	if list == nil {
		return "nil"
	}
	return "map[string]int{" + strings.Join(list, ", ") + "}"
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// lengthFactors are the numbers and sizes in a length.
func lengthFactors(length string) []string {
	return strings.FieldsFunc(length, func(c rune) bool { return c == '*' || c == '+' })
}

func anyNonZero(v []float64) bool {
	return slices.ContainsFunc(v, func(v float64) bool { return v != 0 })
}

func joinNumbers(v []float64, by string) string {
	s := make([]string, len(v))
	for i := range v {
		s[i] = numberText(v[i])
	}
	return strings.Join(s, by)
}
