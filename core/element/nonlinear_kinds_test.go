package element_test

import (
	"fmt"
	"math"
	"testing"
)

// TestLinesAndSections: a round bar is as stiff by each type of line and section that describes it.
func TestLinesAndSections(t *testing.T) {
	r := 0.01
	a, i := math.Pi*r*r, math.Pi*r*r*r*r/4
	steel := `<MAT1 id="1" e="2e11" nu="0.3" rho="7800"/>`
	bar := fmt.Sprintf(` id="1" mid="1" area="%.17g" iyy="%.17g" izz="%.17g" ixx="%.17g"/>`, a, i, i, 2*i)
	rod := fmt.Sprintf(`<PBEAML id="1" mid="1" type="ROD" dim1="%v"/>`, r)
	var want []float64
	for _, c := range []struct{ kind, section string }{
		{"BEAM12", `<PBEAMA` + bar}, {"BEAM12", rod}, {"BEAM12", fmt.Sprintf(`<PBEAML id="1" mid="1" type="TUBE" dim1="%v" dim2="1e-5"/>`, r)},
		{"BEAMC", fmt.Sprintf(`<PBEAMC id="1" mid="1" ro1="%v"/>`, r)}, {"BEAM9", `<PBEAMA` + bar},
	} {
		m := beamModel{n: 3, node: straight(1), kind: c.kind, sections: steel + c.section, load: force(0, 50, 20)}
		got := simulate(t, m.deck()+report("DX(21,20,20)", "DY(21,20,20)", "DZ(21,20,20)"), statics, nil)
		for k := range 3 {
			v := got.at(-1, fmt.Sprint("9.F", k+1))
			if len(want) < 3 {
				want = append(want, v)
			} else if math.Abs(v-want[k]) > 1e-5 {
				t.Errorf("%s %s: component %d is %g, with %g by PBEAMA", c.kind, c.section, k+1, v, want[k])
			}
		}
	}
	// The straight bar bends by F L³/3EI, about.
	if about := 50 / (3 * 2e11 * i); math.Abs(want[1]/about-1) > 0.06 {
		t.Errorf("the end moves by %g along y, about %g by the linear theory", want[1], about)
	}
}
