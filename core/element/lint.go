package element

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
)

// lintRule is a rule for what is probably a mistake although it can be computed. Its
// warnings have one code, by which a deck or a user allows what it finds.
type lintRule struct {
	code  string
	finds string // what it finds
	why   string // why that is probably a mistake
	find  func(l *linter)
}

var lints = []lintRule{
	{"P101", "an angle that seems to be in degrees and has no D", "angles are radians unless a D follows the number: 90 is 14.3 turns", (*linter).warnDegreesGivenAsRadians},
	{"P102", "gravity that is that of the Earth in another unit of length or time", "9.81 in a deck in millimetres is a thousandth of gravity; a deck without Param_Unit is in m, kg, N and s", (*linter).warnGravityOfOtherUnits},
	{"P103", "a marker a hundred times farther from the others than they are from each other", "a digit or a unit is wrong; tolerances follow the size of the model", (*linter).warnFarMarkers},
	{"P104", "a force along the line between two points that coincide at the start", "there is no line: the force is zero until they part, and then it jumps", (*linter).warnCoincidentMarkers},
	{"P105", "a deck without requests for results", "requests.csv then holds the times alone, results.store everything: a note", (*linter).warnMissingRequests},
}

// WriteLintRules writes a table of the rules as Markdown.
func WriteLintRules(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| code | finds | reason |\n|---|---|---|\n")
	for _, r := range lints {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.code, r.finds, r.why)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// linter searches for likely mistakes in a deck that has been built.
type linter struct {
	*builder
	code string
}

// warnLikelyMistakes warns of likely mistakes. A deck with errors has other worries.
func (b *builder) warnLikelyMistakes() {
	if b.deck.Diags.HasErrors() {
		return
	}
	for _, r := range lints {
		r.find(&linter{b, r.code})
	}
}

// warnAt warns of an attribute of an element.
func (l *linter) warnAt(e *deck.Element, attr, help, format string, args ...any) {
	e.AddWarningf(attr, l.code, format, args...).Help = help + "; if it is meant, allow " + l.code
}

var allowing = regexp.MustCompile(`(?i)\btrammel:\s*allow((?:[\s,]+[A-Z]\d{3}\b)+)`)

// AllowedWarningCodes lists the codes of warnings that the files of a deck allow, by
// comments such as <!-- trammel: allow P101, P105 -->.
func AllowedWarningCodes(m *deck.Model) []string {
	var codes []string
	for _, s := range m.Sources {
		if !bytes.Contains(bytes.ToLower(s.Text), []byte("trammel")) { // which takes a tenth of the time
			continue
		}
		for _, x := range allowing.FindAllSubmatch(s.Text, -1) {
			codes = append(codes, strings.FieldsFunc(strings.ToUpper(string(x[1])), func(r rune) bool { return r == ',' || r <= ' ' })...)
		}
	}
	return codes
}
