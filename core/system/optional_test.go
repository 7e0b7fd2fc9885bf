package system

import "testing"

// TestReactionAxesOptional: the marker whose axes a reaction is measured along
// may be left out; it is the global frame then.
func TestReactionAxesOptional(t *testing.T) {
	sys := chain(1)
	short, err := sys.ResolveMeasure(Call{"JOINT", []int{1, 0, 3}})
	if err != nil {
		t.Fatal(err)
	}
	if short.k != Global || short.comp != 3 {
		t.Errorf("axes of marker %d, component %d", short.k, short.comp)
	}
	if _, err := sys.ResolveMeasure(Call{"JOINT", []int{1, 0}}); err == nil {
		t.Error("JOINT(1,0) has no component and is resolved")
	}
}
