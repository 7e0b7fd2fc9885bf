package syntax

import (
	"fmt"
	"regexp"
	"strings"
)

// query matches lines on which a value is compared.
var query = regexp.MustCompile(`^\s*(if|elif|while)\b`)

var closers = map[string]string{"(": ")", "[": "]", "{": "}"}

// LayoutHint says what in the layout of a script makes the parser stumble at a
// line, counted from 1, and a column, counted from 0, which it does not say
// itself: brackets, indentation, = for ==. It is "" if nothing is recognised.
func LayoutHint(lines []string, line, col int) string {
	if line < 1 || line > len(lines) {
		return ""
	}
	src := lines[line-1]
	if h, open := bracketHint(lines[:line]); open {
		return h
	}
	if h := indentHint(lines, line); h != "" {
		return h
	}
	if query.MatchString(src) && col < len(src) && src[col] == '=' {
		return "= gives a value to a name; == compares"
	}
	return ""
}

// bracketHint searches for a bracket that is closed by another one, or still open
// when the last of the lines begins. open reports whether it has found one.
func bracketHint(lines []string) (hint string, open bool) {
	var stack []Token
	for _, l := range Tokenize(strings.Join(lines, "\n")) {
		switch l.text {
		case "(", "[", "{":
			stack = append(stack, l)
		case ")", "]", "}":
			n := len(stack)
			if n == 0 {
				return fmt.Sprintf("there is no open bracket for this %s", l.text), true
			}
			if closers[stack[n-1].text] != l.text {
				return fmt.Sprintf("%s does not close the %s of line %d", l.text, stack[n-1].text, stack[n-1].Line), true
			}
			stack = stack[:n-1]
		}
	}
	if n := len(stack); n > 0 && stack[n-1].Line < len(lines) {
		return fmt.Sprintf("the %s of line %d is not closed", stack[n-1].text, stack[n-1].Line), true
	}
	return "", false
}

// indentHint compares the indentation of a line with that of the one before it
// that is not blank.
func indentHint(lines []string, line int) string {
	before := ""
	for i := line - 2; i >= 0 && before == ""; i-- {
		if s := strings.TrimSpace(lines[i]); s != "" && s[0] != '#' {
			before = strings.TrimRight(lines[i], " \t\r")
		}
	}
	was, is := indentation(before), indentation(lines[line-1])
	block := strings.HasSuffix(before, ":")
	switch {
	case before == "":
		if is != "" {
			return "the first line is not indented"
		}
	case strings.Contains(was+is, "\t") && strings.Contains(was+is, " "):
		return "tabs and blanks are mixed: indent all lines with blanks"
	case block && len(is) <= len(was):
		return "the lines of a block are indented further than the line with the colon"
	case !block && len(is) > len(was):
		return "this line is indented further than the one before, but no block begins there"
	}
	return ""
}

func indentation(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }
