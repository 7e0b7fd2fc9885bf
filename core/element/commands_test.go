package element_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// rowTimes are the times of the rows of a table.
func rowTimes(r *table) []float64 {
	var all []float64
	for _, row := range r.rows {
		all = append(all, row[0])
	}
	return all
}

// TestTimesFromArrays: outputs at the times of an array, and steps that end at
// those of another one, where a law jumps, so that nothing is lost there.
func TestTimesFromArrays(t *testing.T) {
	const arrays = `<Reference_Array id="1" type="IC">0.125 0.5 0.75 3</Reference_Array><Reference_Array id="2" type="IC">0.3 0.6</Reference_Array>
<Force_Vector_OneBody id="4" type="FORCEONLY" marker_id="30" fx_expression="IF(TIME-0.6:IF(TIME-0.3:0,4,4),0,0)"/>`
	for _, more := range []string{"", `<Param_Transient dae_interpolation="TRUE"/>`} {
		rows := simulate(t, bead+arrays+report("DX(30)", "VX(30)"), more+`<Simulate analysis_type="Transient" end_time="1" print_array_id="1" restart_array_id="2"/>`, nil)
		if got := rowTimes(rows); !slices.Equal(got, []float64{0, 0.125, 0.5, 0.75, 1}) {
			t.Errorf("rows at %v", got)
		}
		// acceleration 2 from 0.3 to 0.6; the step that ends at 0.3 sees it at its end
		rows.near(-1, "9.F1", 1+0.09+0.6*0.4, 1e-5)
		rows.near(-1, "9.F2", 0.6, 1e-5)
		steps := rowTimes(simulate(t, bead+arrays+report("DX(30)"), more+`<Simulate analysis_type="Transient" end_time="1" print_increment="1" restart_array_id="2"/>`, nil))
		for _, at := range []float64{0.3, 0.6, 1} {
			if !slices.Contains(steps, at) {
				t.Errorf("no step ends at %g", at)
			}
		}
	}
}

// TestAssembly: an analysis that only assembles the model, here at a time of its
// own, writes one row.
func TestAssembly(t *testing.T) {
	const model = ground + body + tight + `<Constraint_Joint id="1" type="REVOLUTE" i_marker_id="20" j_marker_id="1"/><Motion_Joint id="5" joint_id="1" expr="0.5+TIME"/>`
	rows := simulate(t, model+report("AZ(20,1)", "WZ(20,1)"), `<Simulate analysis_type="Assembly"/><Simulate analysis_type="Assembly" start_time="0.25"/>`+until("1", 1), nil)
	if got := rowTimes(rows); !slices.Equal(got, []float64{0, 0.25, 0.25, 1}) {
		t.Errorf("rows at %v", got)
	}
	for k, a := range []float64{0.5, 0.75, 0.75, 1.5} {
		rows.near(k, "9.F1", a, 1e-9)
		rows.near(k, "9.F2", 1, 1e-9)
	}
}

// TestLoadCommand: commands of another file, which may load a third; not itself.
func TestLoadCommand(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"deck.xml":  "<M><Model>" + bead + report("DX(30)") + `</Model><Command>` + until("1", 1) + `<Load_Command Command_File="more.xml"/>` + until("4", 1) + `</Command></M>`,
		"more.xml":  `<M><Model><Body_Point id="3" mass="99" cg_id="30"/></Model><Command><Force_Gravity grav_x="2"/>` + until("2", 1) + `<Load_Command command_file="third.xml"/></Command></M>`,
		"third.xml": `<Command><Force_Gravity grav_x="0"/>` + until("3", 1) + `</Command>`,
		"self.xml":  "<M><Model>" + bead + `</Model><Command><Load_Command command_file="round.xml"/><Load_Command command_file="none.xml"/><Load_Command command_file="."/></Command></M>`,
		"round.xml": `<Command><Force_Gravity grav_q="0"/><Body_Point id="4" mass="1"/><Load_Command command_file="round.xml"/></Command>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) (*element.Model, string) {
		m, err := deck.Read(filepath.Join(dir, name), element.Table())
		if err != nil {
			t.Fatal(err)
		}
		b := element.Build(m, nil)
		var said strings.Builder
		m.Diags.WriteText(&said, false)
		return b, said.String()
	}
	b, said := read("deck.xml")
	if said != "" {
		t.Errorf("%s", said)
	}
	rows := carryOut(t, b)
	if got := rowTimes(rows); !slices.Equal(got, []float64{0, 1, 1, 2, 2, 3, 3, 4}) {
		t.Errorf("rows at %v", got)
	}
	for k, x := range []float64{1, 1, 1, 2, 2, 4, 4, 6} {
		rows.near(k, "9.F1", x, 1e-8)
	}
	_, said = read("self.xml")
	for _, part := range []string{"round.xml:1:", "unknown attribute grav_q", "there is no Body_Point 4 to modify", "loads itself", "no such file"} {
		if !strings.Contains(said, part) {
			t.Errorf("nothing is said of %q:\n%s", part, said)
		}
	}
	if n := strings.Count(said, "[B111]"); n != 2 {
		t.Errorf("%d files are missing:\n%s", n, said)
	}
}

// TestLoadCommandBound: files that load the next one twice double at each step: reading
// ends with one error, soon.
func TestLoadCommandBound(t *testing.T) {
	dir := t.TempDir()
	for n := range 40 {
		text := fmt.Sprintf(`<Command><Load_Command command_file="%d.xml"/><Load_Command command_file="%d.xml"/></Command>`, n+1, n+1)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.xml", n)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := deck.Read(filepath.Join(dir, "0.xml"), element.Table())
	if err != nil {
		t.Fatal(err)
	}
	element.Build(m, nil)
	n := 0
	for _, d := range m.Diags.List {
		if d.Code == "B117" {
			n++
		}
	}
	if n != 1 || len(m.Diags.List) > 2000 {
		t.Errorf("%d errors of that kind among %d", n, len(m.Diags.List))
	}
}

// TestLoadCommandAndModel: commands behind a Load_Model that another file has are carried
// out once, on its model.
func TestLoadCommandAndModel(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"deck.xml":  "<M><Model>" + bead + report("DX(30)") + `</Model><Command><Load_Command command_file="more.xml"/><Load_Command command_file="third.xml"/></Command></M>`,
		"more.xml":  `<Command><Load_Model model_file="other.xml"/></Command>`,
		"other.xml": "<M><Model>" + bead + report("DX(30)") + `</Model></M>`,
		"third.xml": `<Command><Simulate analysis_type="Transient" duration="1" num_steps="1"/></Command>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m, err := deck.Read(filepath.Join(dir, "deck.xml"), element.Table())
	if err != nil {
		t.Fatal(err)
	}
	b := element.Build(m, nil)
	if m.Diags.HasErrors() {
		t.Fatal(m.Diags.List)
	}
	if rows := rowTimes(carryOut(t, b)); !slices.Equal(rows, []float64{0, 1}) {
		t.Errorf("rows at %v", rows)
	}
}
