package adm

import (
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
)

// A reference to a marker that the file does not have is missed, though the
// reader makes markers of its own; and those are no ids in use.
func TestOwnMarkersAreNotMeant(t *testing.T) {
	const model = "t\nPART/1, GROUND\nMARKER/1, PART=1\nPART/2, QG=1,0,0, MASS=1, CM=2\nMARKER/2, PART=2\n"
	for _, c := range []struct{ in, want string }{
		{"JOINT/1, FIXED, I=2, J=3", "there is no Reference_Marker 3"},
		{"JOINT/1, FIXED, I=4, J=1", "there is no Reference_Marker 4"},
		{"PART/3, MASS=1, CM=3", "there is no Reference_Marker 3"},
	} {
		m := ReadModel(&deck.Source{Name: "t.adm", Text: []byte(model + c.in + "\nEND\n")}, "/d", strict)
		said := printed(m)
		if !strings.Contains(said, c.want) || !strings.Contains(said, "ids in use: 1, 2\n") {
			t.Errorf("%s:\n%s", c.in, said)
		}
	}
	// An expression is resolved later, by ids alone: that of our marker is another one.
	m := ReadModel(&deck.Source{Name: "t.adm", Text: []byte(model + "SFORCE/1, TRANSLATION, I=2, J=1, FUNCTION=DX(3, 1)+STEP(TIME,0,0,1,7)\nEND\n")}, "/d", strict)
	if m.FindElement("Reference_Marker", 3) != nil || m.FindElement("Reference_Marker", 8) == nil {
		t.Errorf("%s", printed(m))
	}
}
