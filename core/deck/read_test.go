package deck

import (
	"strings"
	"testing"
)

// read reads text as the file t.xml in the folder /d.
func read(text string) *Model {
	return ReadXML(&Source{Name: "t.xml", Text: []byte(text)}, "/d", table)
}

func printed(m *Model) string {
	var b strings.Builder
	m.Diags.WriteText(&b, false)
	return b.String()
}

func TestDocumentationExample2(t *testing.T) {
	m := read(`<Force_Penalty
id                 = "10"
label              = "Enforce 1+x < = y"
type               = "EXPRESSION"
expr               = "1 + dx(10) - dy(10)"
penalty            = "1E4"
penalty            = "1E2"
unilateral         = "True"
smoothing_factor   = "1.0"
/>`)
	_ = printed
	e := m.FindElement("Force_Penalty", 10)
	if e == nil || m.Diags.HasErrors() || m.Diags.Count(Warning) != 1 {
		t.Fatal("want the element and one warning")
	}
	if e.Real("penalty") != 1e4 || e.Real("penalty1") != 1e2 || !e.Bool("unilateral") || e.Label() != "Enforce 1+x < = y" {
		t.Errorf("wrong values: %v %v", e.Real("penalty"), e.Real("penalty1"))
	}
}
