package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
)

// Initial conditions of joints and motions: the displacement of I from J along or about J's
// z axis (of a motion: the one that is driven) at the start, and its rate. They hold while the
// model is assembled.

// jointIC are the initial conditions of joints: the measure by type of joint.
var jointIC = []struct {
	name string
	of   map[string]string
}{
	{"ic", map[string]string{"REVOLUTE": "AZ", "TRANSLATIONAL": "DZ"}},
	{"ictran", map[string]string{"TRANSLATIONAL": "DZ", "CYLINDRICAL": "DZ"}},
	{"icrot", map[string]string{"REVOLUTE": "AZ", "CYLINDRICAL": "AZ"}},
}

func jointICAttrs() []deck.AttrSpec {
	return joinAttrs(
		&deck.AttrSpec{Name: "ic", Type: deck.Reals, Unit: "length or rad, the same per time", Doc: "displacement and velocity at the start (revolute: about z, translational: along z); the velocity may be missing"},
		&deck.AttrSpec{Name: "ictran", Type: deck.Reals, Unit: "length, length/time", Doc: "displacement and velocity along z at the start (cylindrical, translational)"},
		&deck.AttrSpec{Name: "icrot", Type: deck.Reals, Unit: "rad, rad/time", Doc: "angle and angular velocity about z at the start (cylindrical, revolute)"},
	)
}

// addJointIC adds the initial conditions of a joint.
func (b *builder) addJointIC(e *deck.Element) {
	seen := map[string]string{}
	for _, c := range jointIC {
		if !e.Has(c.name) {
			continue
		}
		v, measure := e.Reals(c.name), c.of[e.Enum("type")]
		switch {
		case len(v) == 0:
			continue // a wrong number, reported
		case measure == "":
			e.AddErrorf(c.name, "B284", "a joint of type %s has no initial condition %s: ic is for revolute and translational joints, ictran and icrot for cylindrical ones", e.Enum("type"), c.name)
			continue
		case len(v) > 2:
			e.AddErrorf(c.name, "B284", "wanted a displacement and a velocity, found %d numbers", len(v))
			continue
		case seen[measure] != "":
			e.AddErrorf(c.name, "B284", "%s gives the same displacement", seen[measure])
			continue
		}
		seen[measure] = c.name
		var vel *float64
		if len(v) > 1 {
			vel = &v[1]
		}
		i, j := e.Ref("i_marker_id"), e.Ref("j_marker_id")
		call := system.Call{Name: measure, Args: []int{i, j}}
		if measure == "DZ" {
			call.Args = append(call.Args, j)
		}
		b.addInitialConditionRow(e, c.name, call, &v[0], vel)
	}
}

// addMotionIC adds the displacement that a motion of velocities or accelerations starts
// from. It returns the rate that one of accelerations starts with, nil if it is not given.
func (b *builder) addMotionIC(e *deck.Element, m *drivenMotion) (startRate *float64) {
	if e.Has("ic_disp") && m.level != integrate.Position {
		at := e.Real("ic_disp")
		b.addInitialConditionRow(e, "ic_disp", m.call, &at, nil)
	}
	if e.Has("ic_vel") && m.level == integrate.Acceleration {
		v := e.Real("ic_vel")
		return &v
	}
	return nil
}

func (b *builder) addInitialConditionRow(e *deck.Element, attr string, call system.Call, pos, vel *float64) {
	i, _ := b.sys.Marker(call.Args[0])
	j, _ := b.sys.Marker(call.Args[1])
	b.rows = append(b.rows, func() {
		r, err := b.sys.NewInitialConditionRow(e.Kind, e.ID(), call, pos, vel, i, j)
		if err != nil {
			e.AddErrorf(attr, "B283", "%v", err)
			return
		}
		b.sys.AddRows(r)
	})
}

// initialAttrs are the attributes that count at the start only and are left out of a
// model that is saved: its bodies are where they should.
var initialAttrs = map[string][]string{
	jointKind:       {"ic", "ictran", "icrot"},
	motionJointKind: {"ic_disp", "ic_vel"},
	"Motion_Marker": {"ic_disp", "ic_vel"},
}
