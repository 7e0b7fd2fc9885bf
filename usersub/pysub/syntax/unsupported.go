package syntax

import "strings"

// keywords begin statements that have a colon.
var keywords = map[string]bool{
	"if": true, "elif": true, "else": true, "for": true, "while": true, "try": true, "except": true, "finally": true,
	"with": true, "def": true, "class": true, "lambda": true, "return": true, "yield": true, "assert": true, "raise": true,
	"not": true, "print": true, "match": true, "case": true, "async": true, "await": true, "del": true, "import": true, "from": true,
}

// findHintBeginningWith returns the message of the table of what gpython does not parse that
// begins with these words.
func findHintBeginningWith(begin string) string {
	for _, u := range unsupported {
		if strings.HasPrefix(u.Construct, begin) {
			return u.Construct
		}
	}
	panic("pysub: no hint begins with " + begin)
}

// FindUnsupported finds syntax that gpython does not parse. All of it would be a syntax
// error there, but only the first one would be reported, often in another place.
func FindUnsupported(list []Token) (found []Problem) {
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].kind != '\n' {
			to++
		}
		found = append(found, findProblemsInStatement(list[from:to])...)
		from = to + 1
	}
	return found
}

// findProblemsInStatement examines one logical line.
func findProblemsInStatement(line []Token) (found []Problem) {
	say := func(l *Token, begin string) {
		found = append(found, Problem{Line: l.Line, Col: l.col, Msg: findHintBeginningWith(begin)})
	}
	for i := range line {
		if begin := findUnsupportedHint(line, i); begin != "" {
			say(&line[i], begin)
		}
	}
	if len(line) < 2 || line[0].kind != 'n' {
		return found
	}
	first, last := line[0].text, line[len(line)-1]
	switch {
	case first == "match" && last.text == ":" && line[1].text != ":" && line[1].text != "=":
		say(&line[0], "match")
	}
	return found
}

// operator are words that are between two operands.
var operator = map[string]bool{"in": true, "is": true, "and": true, "or": true, "not": true, "if": true}

// findBlockColon returns the place of the first colon of a simple statement that is in no
// bracket and belongs to no lambda, 0 if there is none.
func findBlockColon(line []Token) int {
	for i, l := range line {
		switch {
		case l.depth > 0:
		case l.text == "lambda", l.text == ";", l.text == "=":
			return 0
		case l.text == ":":
			return i
		}
	}
	return 0
}

// findUnsupportedHint returns the beginning of the message about lexeme i, "" if there is
// nothing to say.
func findUnsupportedHint(line []Token, i int) string {
	l := &line[i]
	after := Token{}
	if i+1 < len(line) {
		after = line[i+1]
	}
	switch {
	case l.kind == 's' && strings.ContainsAny(stringPrefix(l.text), "tT"):
		return "template strings"
	case l.text == "async" && (after.text == "def" || after.text == "for" || after.text == "with"),
		l.text == "await" && (after.kind == 'n' && !operator[after.text]):
		return "async"
	}
	return ""
}

// stringPrefix returns the letters before the quotes of a string.
func stringPrefix(s string) string { return s[:strings.IndexAny(s, `"'`)] }
