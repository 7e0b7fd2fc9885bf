package pystmt_test

import (
	"fmt"
	"strings"
	"testing"
)

// A long program is compiled in parts. They share their globals, and a problem
// far below has its place.
func TestLongProgram(t *testing.T) {
	var b strings.Builder
	b.WriteString("PART(1, GROUND=True)\ndef place():\n    return [far, 0, 0]\n")
	for k := 4; k <= 500; k++ {
		fmt.Fprintf(&b, "MARKER(%d, PART=1, QP=[%d, 0, 0])\n", k, k)
	}
	b.WriteString("far = 7.5\nMARKER(1, PART=1, QP=place())\n")
	m := read(t, b.String())
	if e := m.FindElement("Reference_Marker", 1); len(fatal(m)) > 0 || e == nil || e.Real("pos_x") != 7.5 {
		t.Errorf("%q", fatal(m))
	}
	for _, c := range []struct{ in, want string }{
		{"MARKER(2, PART=3)\n", "503:16: Reference_Marker 2: body_id: there is no Body_Rigid, Body_Point or Body_Flexible 3"},
		{"MARKER(2, PART=1 / 0)\n", "503:1: the program failed: ZeroDivisionError"},
		{"x = (\n", "504:1: the program failed: SyntaxError"},
	} {
		said := strings.Join(fatal(read(t, b.String()+c.in)), "\n")
		if !strings.HasPrefix(said, c.want) {
			t.Errorf("%s%s", c.in, said)
		}
	}
}
