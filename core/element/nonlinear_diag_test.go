package element

import (
	"os"
	"strings"
	"testing"
)

// TestNonlinearRefused: what is wrong with nonlinear beams is said with its place, once.
func TestNonlinearRefused(t *testing.T) {
	const (
		path  = "testdata/flexible/nonlinear.golden"
		nodes = `<GRID id="1" x="0" y="0" z="0"/><GRID id="2" x="1" y="0" z="0"/><GRID id="3" x="2" y="0" z="0"/>`
		steel = `<MAT1 id="1" e="2e11" nu="0.3" rho="7800"/>`
		rod   = `<PBEAMC id="1" mid="1" ro1="0.01"/>`
		lines = `<BEAMC id="1" pid="1" g1="1" g2="2"/><BEAMC id="2" pid="1" g1="2" g2="3"/>`
	)
	var all strings.Builder
	for _, c := range []struct{ code, body, inside, more string }{
		{"B430", ``, ``, ``},
		{"B430", ``, steel + rod, ``},
		{"B430", ``, nodes + steel + rod + lines, `<GRID id="7" x="0" y="0" z="0"/>`},
		{"B430", `type="MODAL" flex_file="testdata/flexible/point.json"`, nodes, ``},
		{"B431", `cdamp_expr="0.1"`, nodes + steel + rod + lines, ``},
		{"B431", `flex_file="testdata/flexible/point.json"`, nodes + steel + rod + lines, ``},
		{"B431", `rigidified="TRUE" v_ic_x_flag="TRUE"`, nodes + steel + rod + lines, ``},
		{"E305", ``, `<GRID id="1" x="0" y="0"/><GRID id="2" x="1" y="0" z="0"/>` + steel + rod + `<BEAMC id="1" pid="1" g1="1" g2="2"/>`, ``},
		{"E408", ``, `<GRID id="1" x="0" y="0" z="0" rx="1 0"/><GRID id="2" x="1" y="0" z="0"/>` + steel + rod + `<BEAMC id="1" pid="1" g1="1" g2="2"/>`, ``},
		{"E501", ``, nodes + `<GRID id="2" x="3" y="0" z="0"/>` + steel + rod + lines, ``},
		{"E502", ``, nodes + steel + rod + lines + `<BEAMC id="3" pid="1" g1="3" g2="4"/>`, ``},
		{"E502", ``, nodes + steel + rod + lines + `<BEAMC id="3" pid="2" g1="1" g2="3"/>`, ``},
		{"E502", ``, nodes + rod + lines, ``},
		{"E305", ``, nodes + steel + rod + lines + `<BEAMC id="3" pid="1" g1="3"/>`, ``},
		{"B432", ``, nodes + steel + rod + lines + `<BEAMC id="3" pid="1" g1="3" g2="3"/>`, ``},
		{"B432", ``, nodes + `<GRID id="4" x="2" y="0" z="0"/>` + steel + rod + lines + `<BEAMC id="3" pid="1" g1="3" g2="4"/>`, ``},
		{"B432", ``, nodes + `<GRID id="4" x="3" y="0" z="0"/>` + steel + rod + lines, ``},
		{"B432", ``, nodes + steel + rod + lines + `<BEAMC id="3" pid="1" g1="3" g2="8"/>`,
			`<Body_Flexible id="3"><GRID id="8" x="3" y="0" z="0"/><GRID id="9" x="4" y="0" z="0"/><BEAMC id="4" pid="1" g1="8" g2="9"/></Body_Flexible>`},
		{"B432", ``, `<GRID id="1" x="0" y="0" z="0" rx="0 1 0"/><GRID id="2" x="1" y="0" z="0" rx="0 1 0"/>` + steel + rod + `<BEAMC id="1" pid="1" g1="1" g2="2"/>`, ``},
		{"B432", ``, `<GRID id="1" x="0" y="0" z="0" rx="1 0 0"/><GRID id="2" x="1" y="0" z="0" rx="-1 0 0"/>` + steel + rod + `<BEAMC id="1" pid="1" g1="1" g2="2"/>`, ``},
		{"B433", ``, nodes + steel + `<PBEAMC id="1" mid="1" ro1="0.01" ri1="0.02"/>` + lines, ``},
		{"B433", ``, nodes + steel + `<PBEAMC id="1" mid="1" ro1="0.01" nf="7"/>` + lines, ``},
		{"B433", ``, nodes + steel + rod + `<PBEAML id="1" mid="1" type="ROD" dim1="0.01"/>` + lines, ``},
		{"B433", ``, nodes + steel + `<PBEAML id="1" mid="1" type="BAR" dim1="0.01"/>` + lines, ``},
		{"B433", ``, nodes + steel + `<PBEAML id="1" mid="1" type="ROD" dim1="0.01" dim2="0.02"/>` + lines, ``},
		{"B433", ``, nodes + steel + `<PBEAML id="1" mid="1" type="BOX" dim1="0.01" dim2="0.02" dim3="0.01" dim4="0.001"/>` + lines, ``},
		{"B433", ``, nodes + steel + `<PBEAMA id="1" mid="1" area="1" iyy="1" izz="1" iyz="0.1"/>` + lines, ``},
		{"B433", ``, nodes + steel + `<PCABLE id="1" mid="1" area="1e-4" iyy="1e-9" nf="19"/><CABLE id="1" pid="1" g1="1" g2="2"/><CABLE id="2" pid="1" g1="2" g2="3"/>`, ``},
		{"E403", ``, nodes + steel + `<PBEAMA id="1" mid="1" area="0" iyy="1" izz="1"/>` + lines, ``},
		{"E403", ``, nodes + steel + `<PBEAMC id="1" mid="1" ro1="-1"/>` + lines, ``},
		{"E403", ``, nodes + `<MAT1 id="1" e="2e11" nu="0.7" rho="7800"/>` + rod + lines, ``},
		{"E403", ``, nodes + `<MAT1 id="1" e="2e11" rho="0"/>` + rod + lines, ``},
		{"E405", ``, nodes + steel + `<PBEAML id="1" mid="1" type="HAT" dim1="0.01"/>` + lines, ``},
		{"E502", ``, nodes + steel + rod + `<CABLE id="1" pid="1" g1="1" g2="2"/><CABLE id="2" pid="1" g1="2" g2="3"/>`, ``},
		{"B434", ``, nodes + steel + `<PBEAML id="1" mid="1" type="BAR" dim1="0.01" dim2="0.02"/>` + lines, ``},
		{"B434", ``, `<GRID id="1" x="0" y="0" z="0" rx="0 0 0"/><GRID id="2" x="1" y="0" z="0"/>` + steel + rod + `<BEAMC id="1" pid="1" g1="1" g2="2"/>`, ``},
		{"B434", ``, `<GRID id="1" x="0" y="0" z="0" ry="1 0 0"/><GRID id="2" x="1" y="0" z="0"/>` + steel + rod + `<BEAMC id="1" pid="1" g1="1" g2="2"/>`, ``},
		{"B014", ``, nodes + steel + rod + lines, `<Reference_Marker id="20" body_id="2" node_id="4"/>`},
		{"B014", ``, nodes + steel + rod + lines, `<Reference_Marker id="20" body_id="2"/>`},
		{"E211", ``, nodes + steel + rod + lines + `<LINE2 id="1" pid="1" g1="1" g2="2"/><ABUSH id="1"/><MAT2 id="2"/>`, ``},
		{"E217", ``, nodes + steel + rod + lines + `<BEAM21 id="1" pid="1" g1="1" g2="3"/>`, ``},
		{"B416", ``, nodes + steel + rod + lines, `</Model><Command><Simulate analysis_type="Static"/><GRID id="1" x="2"/></Command><Model>`},
	} {
		_, said := build(`<M><Model><Body_Rigid id="1" isground="TRUE"/>
<Body_Flexible id="2" `+c.body+` type="NLFE">
`+c.inside+`
</Body_Flexible>
`+c.more+`</Model></M>`, none)
		if strings.Contains(c.body, "MODAL") {
			_, said = build(`<M><Model><Body_Flexible id="2" `+c.body+`>`+"\n"+c.inside+`</Body_Flexible></Model></M>`, none)
		}
		if !strings.Contains(said, "["+c.code) {
			t.Errorf("%s %s %s: %q is not %s", c.body, c.inside, c.more, said, c.code)
		}
		all.WriteString("## " + c.code + " " + c.body + "\n" + said + "\n")
	}
	if *update {
		if err := os.WriteFile(path, []byte(all.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != all.String() {
		t.Errorf("%v: what is said is not that of %s: run with -update and look at the difference", err, path)
	}
}
