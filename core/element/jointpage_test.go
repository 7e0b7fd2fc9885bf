package element

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/trammel-mbd/trammel/core/system"
)

// TestJointsPageIsCurrent: the page is what the table says.
func TestJointsPageIsCurrent(t *testing.T) {
	var b bytes.Buffer
	WriteJoints(&b)
	const page = "JOINTS.md"
	if *update {
		if err := os.WriteFile(page, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(page); err != nil || !bytes.Equal(have, b.Bytes()) {
		t.Error("JOINTS.md is not what the table says: go test ./core/element -run JointsPage -update", err)
	}
}

// TestPagesOfJoints: each type has one page; the degrees of freedom are those of textbooks, and
// the equations as many as the rows of the joint.
func TestPagesOfJoints(t *testing.T) {
	left := map[string]int{"FIXED": 0, "REVOLUTE": 1, "TRANSLATIONAL": 1, "CYLINDRICAL": 2, "UNIVERSAL": 2, "HOOKE": 2, "CONSTANT_VELOCITY": 2,
		"SPHERICAL": 3, "PLANAR": 3, "ORIENTATION": 3, "INLINE": 4, "PARALLEL_AXES": 4, "INPLANE": 5, "PERPENDICULAR": 5, "SCREW": 5, "RACK_PINION": 5, "FREE": 6}
	var have []string
	for _, p := range jointPages {
		have = append(have, p.Type)
		if want, ok := left[p.Type]; !ok || p.Freedoms() != want || p.Axes == "" || p.Freedom == "" {
			t.Errorf("%s: %d degrees of freedom, or a text is missing", p.Type, p.Freedoms())
		}
		if (limitsOf[p.Type] != nil) && p.Sign == "" {
			t.Errorf("%s: the sign of its coordinate is missing", p.Type)
		}
		if k := system.JointKinds[p.Type]; k != nil {
			sys := system.New()
			i := sys.AddMarker(system.Marker{ID: 1})
			if j := sys.NewJointRows(1, k, i, i); j.N != len(p.Equations()) {
				t.Errorf("%s: %d rows, %d equations", p.Type, j.N, len(p.Equations()))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(system.JointKinds)) {
		if !slices.Contains(have, name) {
			t.Errorf("%s has rows and no page", name)
		}
	}
}
