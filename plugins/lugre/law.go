package main

import (
	"math"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/sdk"
)

// The law (C. Canudas de Wit, H. Olsson, K. J. Åström and P. Lischinsky, A new model for
// control of systems with friction, IEEE Trans. Automatic Control 40 (1995) 419-425). For the
// slip velocity s of two surfaces, a vector of one to three entries of which V is the
// magnitude, and the bending z of the bristles between them
//
//	g  = μd + (μs - μd) exp(-(V/vs)²)
//	z' = s - σ0 V z/g
//	μ  = σ0 z + σ1 z' + σ2 s
//
// and the force against each entry of s is μ N. In steady slip z = g s/(σ0 V), so that μ is
// g + σ2 V against the slip. The load N is a sum of magnitudes of the joint's reactions,
// which the solver is requested: they are unknowns of the same step, and friction that changes
// the reaction that causes it is solved for, not lagged.

// frictionSurface is a pair of surfaces that rub: the directions of slip, 0 to 2 along and 3 to 5 about
// x y z of a marker, and what presses. A rotation slips by the radius.
type frictionSurface struct {
	slip []int
	load []share
	onI  bool // the marker is I's, not J's
}

// share is a part of the load: times a magnitude of reactions over or by a length, a
// parameter. It is left out where that is 0.
type share struct {
	of       []int // 0 to 5: Fx to Tz
	times    float64
	by, over string
}

// The surfaces of each type of joint. A bending moment M is held by forces M/b at two
// bearings, which press with 2 M/b together; an axial force at the arm a rubs a pin of the radius r as
// the load F a/r would. The two pins of a cross turn with a body each: z of I and of J, in a HOOKE joint x
// of I and y of J. Planes rub against spin as against slip at the mean radius, an
// ellipsoidal limit surface (R. D. Howe and M. R. Cutkosky, Int. J. Robotics Research 15 (1996)
// 557-571).
var surfaces = map[string][]frictionSurface{
	"TRANSLATIONAL": {{slip: []int{2}, load: []share{
		{of: []int{0, 1}, times: 1}, {of: []int{3, 4}, times: 2, over: "bending_arm"}, {of: []int{5}, times: 1, over: "torsion_arm"}}}},
	"REVOLUTE": {newPinSurface(2, false)},
	"CYLINDRICAL": {{slip: []int{2, 5}, load: []share{
		{of: []int{0, 1}, times: 1}, {of: []int{3, 4}, times: 2, over: "bending_arm"}}}},
	"SPHERICAL": {{slip: []int{3, 4, 5}, load: []share{{of: []int{0, 1, 2}, times: 1}}}},
	"UNIVERSAL": {newPinSurface(2, false), newPinSurface(2, true)},
	"HOOKE":     {newPinSurface(1, false), newPinSurface(0, true)},
	"PLANAR": {{slip: []int{0, 1, 5}, load: []share{
		{of: []int{2}, times: 1}, {of: []int{3, 4}, times: 2, over: "bending_arm"}}}},
	"INPLANE": {{slip: []int{0, 1}, load: []share{{of: []int{2}, times: 1}}}},
	"INLINE":  {{slip: []int{2}, load: []share{{of: []int{0, 1}, times: 1}}}},
}

// newPinSurface returns the surfaces of a pin that turns about an axis.
func newPinSurface(axis int, onI bool) frictionSurface {
	a, b := (axis+1)%3, (axis+2)%3
	return frictionSurface{slip: []int{3 + axis}, onI: onI, load: []share{
		{of: []int{a, b}, times: 1}, {of: []int{axis}, times: 1, by: "friction_arm", over: "radius"},
		{of: []int{3 + a, 3 + b}, times: 2, over: "bending_arm"}}}
}

// frictionLaw is what the parameters and the joint say.
type frictionLaw struct {
	joint, i, j         int // joint and its markers
	kind                string
	states              int
	surfaces            []frictionSurface
	stick, slide, speed float64 // μs, μd, vs
	stiff, damp, thick  float64 // σ0, σ1, σ2
	preload             float64
	lengths             map[string]float64
	checked             bool
}

// lawOfElement returns the law of the element, which is read in its first call; states is the number
// that the element has, -1 where others hold them.
func lawOfElement(c *sdk.Call, states int) *frictionLaw {
	if l, ok := c.Data.(*frictionLaw); ok {
		return l
	}
	l := &frictionLaw{joint: int(c.Param("joint")), stick: c.Param("mu_static"), slide: c.Param("mu_dynamic"), speed: c.Param("stribeck"),
		stiff: c.Param("stiffness"), damp: c.Param("damping"), thick: c.Param("viscous"), preload: c.Param("preload"),
		lengths: map[string]float64{}}
	text, _ := c.ModFnc("Constraint_Joint", l.joint, "type")
	l.kind = strings.ToUpper(strings.TrimSpace(text))
	l.i = c.ElementAttributeID("Constraint_Joint", l.joint, "i_marker_id")
	l.j = c.ElementAttributeID("Constraint_Joint", l.joint, "j_marker_id")
	l.surfaces = surfaces[l.kind]
	if l.surfaces == nil {
		var all []string
		for name := range surfaces {
			all = append(all, name)
		}
		slices.Sort(all)
		c.Abort("joint %d is %s, in which no surfaces are known to rub; there are %s", l.joint, l.kind, strings.Join(all, ", "))
	}
	if l.stick < l.slide {
		c.Abort("mu_static %g must not be less than mu_dynamic %g", l.stick, l.slide)
	}
	for _, name := range []string{"radius", "friction_arm", "bending_arm", "torsion_arm"} {
		l.lengths[name] = c.Param(name)
	}
	for _, s := range l.surfaces {
		l.states += len(s.slip)
		if slices.Max(s.slip) >= 3 && l.lengths["radius"] == 0 {
			c.Abort("radius must be greater than 0: joint %d, %s, rubs as it turns", l.joint, l.kind)
		}
	}
	if states >= 0 && states != l.states {
		c.Abort("joint %d, %s, needs %d states, found num_state %d", l.joint, l.kind, l.states, states)
	}
	c.Data = l
	return l
}

// checkJointMarkers checks that the element's force is that of the joint: on its marker I, along the axes
// of its marker J.
func (l *frictionLaw) checkJointMarkers(c *sdk.Call) {
	if l.checked {
		return
	}
	if i := c.OwnAttributeID("i_marker_id"); i != l.i {
		c.Abort("i_marker_id must be %d, that of joint %d, found %d", l.i, l.joint, i)
	}
	if j := c.OwnAttributeID("ref_marker_id"); j != l.j {
		c.Abort("ref_marker_id must be %d, the j_marker_id of joint %d, found %d", l.j, l.joint, j)
	}
	l.checked = true
}

// evalForces fills the rates of the bristles z and returns force and torque on I's body at I, along J's
// axes.
func (l *frictionLaw) evalForces(c *sdk.Call, rates, z []float64) (wrench [6]float64) {
	for n := range l.surfaces {
		s := &l.surfaces[n]
		m := len(s.slip)
		force := l.evalSurfaceForce(c, s, rates[:m], z[:m])
		rates, z = rates[m:], z[m:]
		if s.onI {
			along := c.SysAry([...]string{"UVX", "UVY", "UVZ"}[s.slip[0]-3], l.i, l.j)
			for k := range 3 {
				wrench[3+k] += force[s.slip[0]] * along[k]
			}
			continue
		}
		for _, a := range s.slip {
			wrench[a] += force[a]
		}
	}
	return wrench
}

// evalSurfaceForce fills the rates of the bristles of one pair of surfaces and returns force and torque along
// the axes of its marker.
func (l *frictionLaw) evalSurfaceForce(c *sdk.Call, s *frictionSurface, rates, z []float64) (force [6]float64) {
	marker := l.j
	if s.onI {
		marker = l.i
	}
	slip, arm, v := make([]float64, len(z)), make([]float64, len(z)), 0.0
	for k, a := range s.slip {
		if arm[k] = 1; a < 3 {
			slip[k] = c.SysFnc([...]string{"VX", "VY", "VZ"}[a], l.i, l.j, marker, l.j)
		} else {
			arm[k] = l.lengths["radius"]
			slip[k] = arm[k] * c.SysFnc([...]string{"WX", "WY", "WZ"}[a-3], l.i, l.j, marker)
		}
		v = math.Hypot(v, slip[k])
	}
	x := v / l.speed
	g := l.slide + (l.stick-l.slide)*math.Exp(-x*x)
	load := l.queryNormalLoad(c, s, marker)
	for k, a := range s.slip {
		rates[k] = slip[k] - l.stiff*v/g*z[k]
		force[a] = -arm[k] * load * (l.stiff*z[k] + l.damp*rates[k] + l.thick*slip[k])
	}
	return force
}

// queryNormalLoad requests the reactions that press the surfaces together.
func (l *frictionLaw) queryNormalLoad(c *sdk.Call, s *frictionSurface, marker int) float64 {
	n := l.preload
	for _, part := range s.load {
		times := part.times
		if part.by != "" {
			times *= l.lengths[part.by]
		}
		if part.over != "" {
			if l.lengths[part.over] == 0 {
				continue
			}
			times /= l.lengths[part.over]
		}
		if times == 0 {
			continue
		}
		sum := 0.0
		for _, r := range part.of {
			comp := r + 2 // as JOINT counts: 1 and 5 are magnitudes
			if r >= 3 {
				comp++
			}
			f := c.SysFnc("JOINT", l.joint, 0, comp, marker)
			sum += f * f
		}
		n += times * math.Sqrt(sum)
	}
	return n
}
