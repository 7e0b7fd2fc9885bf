package element

import (
	"strings"
	"testing"
)

// TestRaggedSpline: of numbers that make no rows the first line that is to blame is named, and none where lines are no rows.
func TestRaggedSpline(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"<Reference_Spline id=\"1\">0 0\n1 1\n2 4 3\n3 9</Reference_Spline>", "row 3 should have 2 numbers, not 3"},
		{"<Reference_Spline id=\"1\">0 0 1 1 2 4 3</Reference_Spline>", ""},
		{"<Reference_Spline id=\"1\" num_z=\"2\">0 1\n0 0 0\n1 1\n2 4 4\n3 9 9</Reference_Spline>", "row 2 should have 3 numbers, not 2"},
	} {
		_, said := build("<Model>"+c.text+"</Model>", nil)
		if !strings.Contains(said, "B121") || !strings.Contains(said, c.want) || c.want == "" && strings.Contains(said, "should have") {
			t.Errorf("%s: %s", c.text, said)
		}
	}
}
