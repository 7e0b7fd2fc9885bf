package page

import (
	"testing"
)

// A deck that has not run has its poses as frames, and no plots of them.
func TestNewDeck(t *testing.T) {
	s := crankScene()
	var written, assembled []float64
	for i := range s.Bodies {
		p := append(s.Bodies[i].Start.Pos[:], s.Bodies[i].Start.Quat[:]...)
		written = append(written, p...)
		p[1] += 1
		assembled = append(assembled, p...)
	}
	r, err := NewDeckResult("crank", s, []string{"as written", "assembled"}, [][]float64{written, assembled})
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.ReadPoses(mostPoses)
	if err != nil || len(p.Rows) != 2 || p.PosesOfFrame(1)[3*PoseFloats+1] != p.PosesOfFrame(0)[3*PoseFloats+1]+1 {
		t.Errorf("%v %v", err, p.Rows)
	}
	m, err := r.describeResult()
	if err != nil || len(m.Frames) != 2 {
		t.Errorf("%v %+v", err, m.Frames)
	}
	if s.Bodies[0].Pose != -1 {
		t.Error("the scene was changed")
	}
	s.Markers[0].Body = 50
	if _, err := NewDeckResult("crank", s, nil, nil); err == nil {
		t.Error("a damaged scene was taken")
	}
}
