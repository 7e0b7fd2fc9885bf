package deck

import (
	"strings"
	"testing"
)

// TestMisspelt: what is near a name misspells it, but for short names and numbered ones.
func TestMisspelt(t *testing.T) {
	for _, c := range []struct{ name, among, want string }{
		{"stifness", "stiffness damping", "stiffness"},
		{"STIFFNES", "stiffness damping", "stiffness"},
		{"massa", "mass", "mass"}, {"mas", "mass", "mass"}, {"msas", "mass", "mass"},
		{"ms", "mass", ""}, {"kz", "kx", "kx"}, {"qx", "kx", ""}, {"k", "kx", ""},
		{"expr9", "expr1 expr8", ""}, {"k77", "k11 k66", ""}, {"penaltyl", "penalty penalty1", "penalty"},
		{"Constraint_Joints", "Constraint_Joint Constraint_Jprim", "Constraint_Joint"},
		{"Constraint_Jointed", "Constraint_Joint", "Constraint_Joint"}, {"Constraint_Jointing", "Constraint_Joint", ""},
		{"mass", "mass", ""},
	} {
		if got, _ := NearestMisspelling(c.name, strings.Fields(c.among)); got != c.want {
			t.Errorf("%s among %s: %q, wanted %q", c.name, c.among, got, c.want)
		}
	}
}
