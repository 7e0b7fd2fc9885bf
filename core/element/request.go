package element

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// Request is a Post_Request: columns of the results.
type Request struct {
	ID      int
	Name    []string // "X", "F1"
	Measure []system.Call
	Output  []system.Output // where there is no Measure
}

// slots are the components of the marker requests: column name and measure.
var slots = map[string][]struct{ column, measure string }{
	"MARKER_DISPLACEMENT": {{"MAG", "DM"}, {"X", "DX"}, {"Y", "DY"}, {"Z", "DZ"}, {"PSI", "PSI"}, {"THETA", "THETA"}, {"PHI", "PHI"}},
	"MARKER_VELOCITY":     {{"VM", "VM"}, {"VX", "VX"}, {"VY", "VY"}, {"VZ", "VZ"}, {"WM", "WM"}, {"WX", "WX"}, {"WY", "WY"}, {"WZ", "WZ"}},
	"MARKER_ACCELERATION": {{"ACCM", "ACCM"}, {"ACCX", "ACCX"}, {"ACCY", "ACCY"}, {"ACCZ", "ACCZ"},
		{"WDTM", "WDTM"}, {"WDTX", "WDTX"}, {"WDTY", "WDTY"}, {"WDTZ", "WDTZ"}},
	"MARKER_FORCE": {{"FM", "FM"}, {"FX", "FX"}, {"FY", "FY"}, {"FZ", "FZ"}, {"TM", "TM"}, {"TX", "TX"}, {"TY", "TY"}, {"TZ", "TZ"}},
}

func init() {
	a := attrs(
		deck.AttrSpec{Name: "type", Type: deck.Enum, Required: true, Enum: []string{"MARKER_DISPLACEMENT", "MARKER_VELOCITY",
			"MARKER_ACCELERATION", "MARKER_FORCE", "ELEMENTAL_FORCE", "EXPRESSION", "USERSUB"}},
		optRef("i_marker_id", "Reference_Marker"), optRef("j_marker_id", "Reference_Marker"), optRef("ref_marker_id", "Reference_Marker"),
		deck.AttrSpec{Name: "comment", Type: deck.String},
	)
	for k := 1; k <= 8; k++ {
		a = append(a, when("type=EXPRESSION", expression("expr"+itoa(k))))
	}
	a = append(a, deck.UserSubAttrs("type=USERSUB", 0)...)
	a = append(a, unused("elem_type", "elem_id", "jflag")...)
	enter(kind{
		schema: &deck.Schema{Kind: "Post_Request", Doc: "columns of the results", Attrs: a},
		phase:  requests,
		build:  buildRequest,
	})
}

func buildRequest(b *builder, e *deck.Element) {
	r := Request{ID: e.ID()}
	switch t := e.Enum("type"); t {
	case "":
		return
	case "EXPRESSION":
		for k := 1; k <= 8; k++ {
			name := fmt.Sprintf("expr%d", k)
			if !e.Has(name) {
				continue
			}
			if p, ok := b.compile(e, name); ok {
				spec := system.Expression(e.Title()+": "+name, p)
				spec.Report = true
				r.Name = append(r.Name, fmt.Sprintf("F%d", k))
				r.Output = append(r.Output, system.Output{Law: b.sys.AddLaw(spec)})
			}
		}
	case "USERSUB":
		rt := b.routine(e, usersub.REQSUB, nil)
		if rt == nil {
			return
		}
		spec := rt.Spec()
		spec.Report = true
		law := b.sys.AddLaw(spec)
		for k := range 8 {
			r.Name = append(r.Name, fmt.Sprintf("F%d", k+1))
			r.Output = append(r.Output, system.Output{Law: law, Out: k})
		}
	case "ELEMENTAL_FORCE":
		e.Errorf("type", "B080", "requests of type ELEMENTAL_FORCE are not supported yet; ask JOINT, SFORCE, VFORCE, GFORCE, SPDP or YFORCE in an EXPRESSION")
		return
	default:
		if !e.Has("i_marker_id") {
			e.Errorf("", "E014", "i_marker_id is missing")
			return
		}
		b.markerRequest(e, &r, t)
	}
	b.out.Requests = append(b.out.Requests, r)
}

// markerRequest asks the measures of a marker request: I, J, and the axes of
// the reference marker. Velocities and accelerations are those seen from ground.
func (b *builder) markerRequest(e *deck.Element, r *Request, t string) {
	for _, m := range []string{"i_marker_id", "j_marker_id", "ref_marker_id"} {
		if t != "MARKER_FORCE" || m != "j_marker_id" {
			b.placed(e, m)
		}
	}
	i, j, rm := e.Ref("i_marker_id"), e.Ref("j_marker_id"), e.Ref("ref_marker_id")
	for k, s := range slots[t] {
		c := system.Call{Name: s.measure, Args: []int{i, j}}
		if t == "MARKER_DISPLACEMENT" {
			if k >= 1 && k <= 3 {
				c.Args = append(c.Args, rm)
			}
		} else if k%4 != 0 {
			c.Args = append(c.Args, rm)
		}
		r.Name = append(r.Name, s.column)
		r.Measure = append(r.Measure, c)
		b.sys.Wanted = append(b.sys.Wanted, c)
	}
}
