package source

import (
	"regexp"
	"strings"
)

// decDirective is a line for DEC's, Compaq's and Intel's compilers, a comment for others.
var decDirective = regexp.MustCompile(`(?i)^[!cC*](?:DEC|DIR|MS)\$[ \t]*(.*)$`)

var (
	definedTerm = regexp.MustCompile(`^(\.NOT\.|!)?DEFINED\(([A-Z_$][A-Z0-9_$]*)\)$`)
	attributes  = regexp.MustCompile(`(?i)^ATTRIBUTES\s+(.*?)\s*::\s*(.*)$`)
)

// branch is an IF of directives.
type branch struct {
	outer, taken bool
	line         int
}

// applyDirectives carries out the directives of Intel's compilers that decide what is compiled, and refuses those that would change how
// values are passed or how long they are.
func (f *fortranConverter) applyDirectives() error {
	var stack []branch
	active := true
	for i, s := range f.text {
		from := leadingBlanks(s)
		x := decDirective.FindStringSubmatchIndex(s[from:])
		if x == nil {
			if !active {
				f.setLine(i, "")
			}
			continue
		}
		text := strings.TrimSpace(s[from+x[2] : from+x[3]])
		word, rest := upperASCII(text), ""
		if n := strings.IndexAny(text, " \t("); n >= 0 {
			word, rest = upperASCII(text[:n]), strings.TrimSpace(text[n:])
		}
		var err error
		if stack, active, err = f.applyConditional(i, word, rest, stack, active); err != nil {
			return err
		}
		if active {
			if err := f.applyDirective(i, from+x[2], word, text); err != nil {
				return err
			}
		}
	}
	if n := len(stack); n > 0 {
		return f.errorAt(stack[n-1].line, 0, "", "the directive IF has no ENDIF")
	}
	return nil
}

// leadingBlanks is the length of the blanks that a line begins with; no-break spaces, which become blanks, are among them.
func leadingBlanks(s string) int {
	n := 0
	for n < len(s) {
		switch {
		case s[n] == ' ', s[n] == '\t', s[n] == 0xa0:
			n++
		case strings.HasPrefix(s[n:], "\u00a0"):
			n += 2
		default:
			return n
		}
	}
	return n
}

// applyConditional follows IF, ELSEIF, ELSE and ENDIF.
func (f *fortranConverter) applyConditional(i int, word, rest string, stack []branch, active bool) ([]branch, bool, error) {
	n := len(stack) - 1
	if n < 0 && (word == "ELSE" || word == "ELSEIF" || word == "ENDIF" || word == "END") {
		return stack, active, f.errorAt(i, 0, "", "the directive %s has no IF", word)
	}
	switch word {
	case "IF", "IFDEF", "IFNDEF", "ELSEIF":
		if word == "ELSEIF" {
			active = stack[n].outer && !stack[n].taken
		} else {
			stack = append(stack, branch{outer: active, line: i})
			n++
		}
		if active {
			yes, err := f.evalCondition(i, word, rest)
			if err != nil {
				return stack, active, err
			}
			active = yes
			stack[n].taken = yes
		}
	case "ELSE":
		active = stack[n].outer && !stack[n].taken
		stack[n].taken = true
	case "ENDIF", "END":
		active = stack[n].outer
		stack = stack[:n]
	}
	return stack, active, nil
}

// evalCondition evaluates what follows IF: terms DEFINED(name) and NOT of them, joined by AND or by OR.
func (f *fortranConverter) evalCondition(i int, word, rest string) (bool, error) {
	t := upperASCII(strings.Join(strings.Fields(rest), ""))
	switch word {
	case "IFDEF":
		t = "DEFINED(" + t + ")"
	case "IFNDEF":
		t = ".NOT.DEFINED(" + t + ")"
	}
	for strings.HasPrefix(t, "(") && isEnclosedInParentheses(t) {
		t = t[1 : len(t)-1]
	}
	for _, join := range []string{".OR.", ".AND."} {
		parts := strings.Split(t, join)
		if len(parts) == 1 {
			continue
		}
		yes := join == ".AND."
		for _, p := range parts {
			v, err := f.evalCondition(i, "IF", p)
			if err != nil {
				return false, err
			}
			if join == ".OR." {
				yes = yes || v
			} else {
				yes = yes && v
			}
		}
		return yes, nil
	}
	x := definedTerm.FindStringSubmatch(t)
	if x == nil {
		return false, f.errorAt(i, 0, "DEFINED(NAME), .NOT., .AND. and .OR. are understood; write the source with the preprocessor (#ifdef) instead",
			"the condition %s of a directive is not understood", rest)
	}
	_, yes := f.defined[x[2]]
	return yes != (x[1] != ""), nil
}

// isEnclosedInParentheses reports whether the bracket at the beginning closes at the end.
func isEnclosedInParentheses(t string) bool {
	depth := 0
	for i := range len(t) {
		switch t[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i == len(t)-1
			}
		}
	}
	return false
}

// applyDirective carries out one that is not conditional.
func (f *fortranConverter) applyDirective(i, col int, word, text string) error {
	name, kind, _ := strings.Cut(word, ":")
	switch name {
	case "DEFINE":
		f.defined[upperASCII(strings.TrimSpace(nameBeforeEquals(text[len("DEFINE"):])))] = "1"
	case "UNDEFINE":
		delete(f.defined, upperASCII(strings.TrimSpace(text[len("UNDEFINE"):])))
	case "FREEFORM":
		f.free = true
	case "NOFREEFORM", "FIXEDFORM":
		f.free = false
	case "REAL":
		if strings.TrimSpace(kind) == "8" {
			return f.errorAt(i, col, "build with -- -fdefault-real-8 -fdefault-double-8, and take the directive away", "the directive REAL:8 makes all reals double, which the sources around it do not see")
		}
	case "INTEGER":
		if strings.TrimSpace(kind) != "4" {
			return f.errorAt(i, col, "the solver's integers have four bytes: declare others with their kinds, and take the directive away", "the directive INTEGER:%s changes the length of all integers", kind)
		}
	case "ATTRIBUTES":
		return f.readAttributes(i, col, text)
	}
	return nil
}

func nameBeforeEquals(s string) string {
	name, _, _ := strings.Cut(s, "=")
	return name
}

// readAttributes reads what a directive says of procedures and arguments. Export, alignment and the like change nothing here.
func (f *fortranConverter) readAttributes(i, col int, text string) error {
	x := attributes.FindStringSubmatch(text)
	if x == nil {
		return nil
	}
	byReference, byValue := false, ""
	for item := range strings.SplitSeq(upperASCII(x[1]), ",") {
		item = strings.TrimSpace(item)
		switch {
		case item == "REFERENCE":
			byReference = true
		case item == "C" || item == "STDCALL" || item == "VALUE":
			byValue = item
		case strings.HasPrefix(item, "ALIAS"):
			f.addNote(i, col, "ALIAS is not read: the symbol of %s is that of its Fortran name", strings.TrimSpace(x[2]))
		}
	}
	if byValue != "" && !byReference {
		return f.errorAt(i, col, "declare the argument with the attribute VALUE, or the procedure with BIND(C)",
			"the attribute %s passes arguments of %s by value; gfortran would pass them by reference", byValue, strings.TrimSpace(x[2]))
	}
	return nil
}
