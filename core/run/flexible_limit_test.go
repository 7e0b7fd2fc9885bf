package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/flex"
	"github.com/trammel-mbd/trammel/usersub"
)

// TestModalDampingRoutine: DMPSUB gets the frequencies and gives the ratios, which may change with time; the motion is that of the same ratios in an expression.
func TestModalDampingRoutine(t *testing.T) {
	load := loader(func(f *usersub.Frame, _ usersub.State) error {
		for k, hz := range f.RealArgNamed("freq") {
			f.RealArgNamed("cratios")[k] = f.RealArgNamed("par")[0]*float64(7+k) + hz/100 + 0.05*f.Time()
		}
		return nil
	})
	const start = `q_ic="0.01 0.02 -0.03" `
	command := `<Simulate analysis_type="Transient" end_time="1" num_steps="4"/>`
	r := runText(t, pointOnBody(t, `integr_tol="1e-9"`, start+`cdamp_expr="0.01*FXMODE+FXFREQ/100+0.05*TIME"`, heldFrame), command, nil)
	if r.err != nil {
		t.Fatal(r.err)
	}
	var want [][]float64
	for k, time := range r.tab.of(t, "time") {
		row := []float64{time}
		for _, name := range r.tab.name[1:7] {
			row = append(row, r.tab.col[name][k])
		}
		want = append(want, row)
	}
	for _, how := range []string{"", `is_user_damp="TRUE"`} {
		o := runText(t, pointOnBody(t, `integr_tol="1e-9"`, start+how+` usrsub_dll_name="x" usrsub_fnc_name="DMPSUB" usrsub_param_string="USER(0.01)"`, heldFrame), command, load)
		compareRows(t, "routine "+how, o, 1e-8, want)
	}
	ignored := runText(t, pointOnBody(t, `integr_tol="1e-9"`, start+`is_user_damp="FALSE" cdamp_expr="0.5"`, heldFrame), command, nil)
	data := runText(t, pointOnBody(t, `integr_tol="1e-9"`, start, heldFrame), command, nil)
	for k, v := range data.tab.of(t, "1.F4") {
		near(t, "is_user_damp FALSE: damping of the data", ignored.tab.of(t, "1.F4")[k], v, 1e-12)
	}
}

// TestFrequencyLimit: modes above max_frequency are left out with a warning, and the others move as those of data without them do.
func TestFrequencyLimit(t *testing.T) {
	// 2.135 Hz in y, 2.847 Hz in z, 4.502 Hz in x
	text, err := os.ReadFile(flexFile(t, "point.json"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := flex.ReadJSON("point.json", text)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "less.json")
	write(t, path, string(d.KeepModes([]int{1, 2}).WriteJSON()))
	var less struct{ M []float64 }
	if text, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &less); err != nil || len(less.M) != 2 {
		t.Fatalf("%v, M %v", err, less.M)
	}
	deck := strings.Replace(pointOnBody(t, `integrator_type="RADAU" integr_tol="1e-8"`, tumbling+` max_frequency="3"`, pivot), `expr6="Q(2,9)"`, `expr6="NMODES(2)"`, 1)
	o := runText(t, deck, pointCommand, nil)
	r := runText(t, strings.Replace(strings.Replace(deck, flexFile(t, "point.json"), path, 1), ` max_frequency="3"`, "", 1), pointCommand, nil)
	if o.err != nil || r.err != nil {
		t.Fatal(o.err, r.err)
	}
	for _, name := range r.tab.name[1:] {
		for k, v := range r.tab.of(t, name) {
			near(t, name, o.tab.of(t, name)[k], v, 1e-12)
		}
	}
	if n := o.tab.of(t, "1.F6")[0]; n != 2 {
		t.Errorf("%g modes", n)
	}
}
