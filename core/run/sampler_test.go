package run

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// sampled is x' = xd - x from 2, xd⁺ = xd/2 + x from 1, sampled after 0.05, 0.2, 0.5, 1.1, … (each time t is followed by 2 t + 0.1).
const sampled = `<Param_Transient integr_tol="1e-9"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Reference_Array id="1" type="X"/><Reference_Array id="3" type="IC">2</Reference_Array><Reference_Array id="4" type="X"/><Reference_Array id="5" type="IC">1</Reference_Array>
<Control_StateEqn id="1" type="USERSUB" x_array_id="1" ic_array_id="3" num_state="1" num_discrete_state="1" xd_array_id="4" icd_array_id="5" usrsub_param_string="USER(0.5)"
usrsub_dll_name="a" sample_offset="0.05"/><Post_Request id="9" type="EXPRESSION" expr1="ARYVAL(1,1)" expr2="ARYVAL(4,1)"/>`

// sampledLoad opens the routines of sampled; updates counts the samples.
func sampledLoad(updates *int) element.Load {
	array := func(f *usersub.Frame, s usersub.State, id int32) float64 {
		var v [1]float64
		d := &usersub.QueryCache{Frame: f, State: s}
		d.SysAry("ARRAY", []int32{id}, v[:])
		return v[0]
	}
	return func(_ *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		var call func(f *usersub.Frame, s usersub.State) float64
		switch sig {
		case usersub.GSE_DERIV:
			call = func(f *usersub.Frame, s usersub.State) float64 { return array(f, s, 4) - array(f, s, 1) }
		case usersub.GSE_UPDATE:
			call = func(f *usersub.Frame, s usersub.State) float64 {
				if !f.IsSetup() {
					*updates++
				}
				return f.RealArgNamed("par")[0]*array(f, s, 4) + array(f, s, 1)
			}
		case usersub.GSE_SAMP:
			call = func(f *usersub.Frame, _ usersub.State) float64 { return f.Time() + 0.1 }
		default:
			return nil, fmt.Errorf("%s is not expected", sig.Name)
		}
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			f.Reals(f.Sig.OutputIndices()[0])[0] = call(f, s)
			return nil
		})}, nil
	}
}

// sampledAt returns x and xd at the time end in closed form: between samples x relaxes to xd.
func sampledAt(end float64) (x, xd float64) {
	x, xd = 2, 1
	t := 0.0
	for at := 0.05; ; at = 2*at + 0.1 {
		to := math.Min(at, end)
		x = xd + (x-xd)*math.Exp(t-to)
		if t = to; at > end {
			return x, xd
		}
		xd = 0.5*xd + x
	}
}

// TestContinueSampled: discrete states and the time of the next sample are part of a saved state, also where it is saved at a sample: a
// run that is continued does what one run does, and takes each sample once. Without the state it begins again.
func TestContinueSampled(t *testing.T) {
	for i, saved := range []float64{0.13, 0.5, 0.77} {
		for k, method := range []string{"DSTIFF", "ABAM", "HHT", "RADAU"} {
			if leftOut(t, i+k, 3) {
				continue
			}
			t.Run(fmt.Sprint(method, " ", saved), func(t *testing.T) {
				set := map[string]string{"integrator_type": method}
				first, second := simulate(fmt.Sprintf(`end_time="%g" num_steps="1"`, saved)), simulate(`end_time="1.5" num_steps="3"`)
				updates := 0
				path := saving(t, sampled, first, set, sampledLoad(&updates))
				further(t, path, second)
				rest := runIn(t, path, set, sampledLoad(&updates))
				if rest.err != nil {
					t.Fatal(rest.err)
				}
				x, xd := rest.tab.of(t, "9.F1"), rest.tab.of(t, "9.F2")
				for k, at := range rest.tab.of(t, "time") {
					wantX, wantXD := sampledAt(at)
					if math.Abs(at-0.5) < 1e-9 { // the state behind the sample
						wantX, wantXD = sampledAt(0.5 + 1e-12)
					}
					if tol := map[bool]float64{true: 1e-4, false: 1e-6}[method == "HHT"]; math.Abs(x[k]-wantX) > tol || math.Abs(xd[k]-wantXD) > tol {
						t.Errorf("at %g: x %.9g, xd %.9g, want %.9g and %.9g", at, x[k], xd[k], wantX, wantXD)
					}
				}
				if updates != 4 {
					t.Errorf("%d samples, want 4: at 0.05, 0.2, 0.5 and 1.1", updates)
				}
				if err := os.Remove(path + element.StateSuffix); err != nil {
					t.Fatal(err)
				}
				again := runIn(t, path, set, sampledLoad(&updates))
				if again.err != nil {
					t.Fatal(again.err)
				}
				if at := again.tab.of(t, "time"); at[0] != 0 {
					t.Errorf("without the state the run begins at %g", at[0])
				}
			})
		}
	}
}

// TestLoadSampled: a model that is loaded within a run continues from its saved discrete states.
func TestLoadSampled(t *testing.T) {
	updates := 0
	path := saving(t, sampled, simulate(`end_time="0.77" num_steps="1"`), nil, sampledLoad(&updates))
	main := strings.Replace(path, "saved.xml", "main.xml", 1)
	write(t, main, `<M><Model>`+sampled+`</Model><Command><Simulate analysis_type="Transient" end_time="0.01" num_steps="1"/><Load_Model model_file="saved.xml"/>
<Simulate analysis_type="Transient" end_time="1.5" num_steps="3"/></Command></M>`)
	updates = 0
	o := runIn(t, main, nil, sampledLoad(&updates))
	if o.err != nil {
		t.Fatal(o.err)
	}
	if updates != 1 || len(o.doc.Results) == 0 {
		t.Fatalf("%d samples behind 0.77 (want that at 1.1), results %+v", updates, o.doc.Results)
	}
	tab := readTable(t, strings.TrimSuffix(main, "main.xml")+o.doc.Results[len(o.doc.Results)-1].File)
	x, xd, at := tab.of(t, "9.F1"), tab.of(t, "9.F2"), tab.of(t, "time")
	last := len(at) - 1
	if wantX, wantXD := sampledAt(at[last]); at[0] != 0.77 || math.Abs(x[last]-wantX) > 1e-6 || math.Abs(xd[last]-wantXD) > 1e-6 {
		t.Errorf("from %g: at %g x %.9g, xd %.9g, want %.9g and %.9g", at[0], at[last], x[last], xd[last], wantX, wantXD)
	}
}
