package run

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/usersub"
)

// postCall is what a POST_SUB received in a call.
type postCall struct {
	t, x        float64
	first, last bool
	name        string
	answer      int32
}

// postedUntil runs a point that falls along x with acceleration 2, and a POST_SUB that
// reports an error from the time on.
func postedUntil(t *testing.T, from float64) ([]postCall, outcome) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deck.xml")
	text := `<M><Model><Param_Transient integr_tol="1e-9"/><Body_Rigid id="1" isground="TRUE"/><Reference_Marker id="1" body_id="1"/>
<Body_Point id="3" cg_id="30" mass="2"/><Reference_Marker id="30" body_id="3" body_type="POINTBODY"/><Force_Gravity grav_x="2"/>
<Post_UserAPI id="4" usrsub_param_string="USER(30)" usrsub_dll_name="a"/><Post_Request id="9" type="EXPRESSION" expr1="DX(30)"/>
</Model><Command><Simulate analysis_type="Transient" end_time="0.5" num_steps="2"/>
<Simulate analysis_type="Transient" end_time="1" num_steps="1"/></Command></M>`
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := deck.Read(path, element.Table())
	if err != nil {
		t.Fatal(err)
	}
	var calls []postCall
	b := element.Build(m, func(_ *usersub.Ref, sig *usersub.Sig) (*usersub.Routine, error) {
		return &usersub.Routine{Implementation: "compiled", Sub: subFunc(func(f *usersub.Frame, s usersub.State) error {
			c := postCall{t: f.Time(), first: f.IsSetup(), last: f.Ints(f.Sig.ArgIndex("endflag"))[0] != 0, name: sig.Name}
			d := &usersub.QueryCache{Frame: f, State: s}
			c.x, c.answer = d.SysFnc("DX", []int32{int32(f.RealArgNamed("par")[0])})
			calls = append(calls, c)
			if c.t >= from {
				f.Ints(f.Sig.ArgIndex("errflg"))[0] = 3
			}
			return nil
		})}, nil
	})
	if m.Diags.HasErrors() || len(b.Failed) > 0 {
		t.Fatalf("%v", b.Failed)
	}
	o := carryOut(t, b, Options{})
	return calls, o
}

// TestPost: a POST_SUB is notified of each row, and once more at the end; the first
// and the last call are marked, and answers are those of the row.
func TestPost(t *testing.T) {
	calls, o := postedUntil(t, math.Inf(1))
	if o.err != nil {
		t.Fatal(o.err)
	}
	want := []float64{0, 0.25, 0.5, 0.5, 1, 1} // an analysis begins with a row
	if len(calls) != len(want) {
		t.Fatalf("calls %+v", calls)
	}
	for k, c := range calls {
		if c.name != "POST_SUB" || c.t != want[k] || c.first != (k == 0) || c.last != (k == len(want)-1) || c.answer != 0 ||
			math.Abs(c.x-c.t*c.t) > 1e-7 {
			t.Errorf("call %d: %+v", k, c)
		}
	}
	if r := o.doc.Routines; len(r) != 1 || r[0].Kind != "POST_SUB" || r[0].Calls != len(want) || len(r[0].Queries) != 1 {
		t.Errorf("run.json: %+v", r)
	}
}

// An error that the routine reports ends the run there.
func TestPostFails(t *testing.T) {
	calls, o := postedUntil(t, 0.25)
	if o.err == nil || !strings.Contains(o.err.Error(), "it reports the error 3") || !strings.Contains(o.err.Error(), "Post_UserAPI 4") {
		t.Errorf("the run ends with %v", o.err)
	}
	if len(calls) != 2 || ExitCode(o.err) != ExitRoutine {
		t.Errorf("%d calls, exit code %d", len(calls), ExitCode(o.err))
	}
}
