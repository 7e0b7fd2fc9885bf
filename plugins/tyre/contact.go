package main

import (
	"log"
	"math"
	"path/filepath"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/usersub"
)

type vec [3]float64

func (a vec) dot(b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vec) cross(b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func (a vec) addScaled(s float64, b vec) vec {
	return vec{a[0] + s*b[0], a[1] + s*b[1], a[2] + s*b[2]}
}

// wheel is what the element says: a wheel of the property file on a plane road.
type wheel struct {
	*tyreProperties
	hub, road           int // markers; z of the hub is the spin axis, to the left, z of the road points up
	mirror              bool
	metre, second, unit float64 // of the deck, in m, s and N
}

// wheelOfElement returns the wheel of the element, which is read in its first call.
func wheelOfElement(c *sdk.Call) *wheel {
	if w, ok := c.Data.(*wheel); ok {
		return w
	}
	w := &wheel{metre: 1, second: 1, unit: 1}
	text := c.CallUtility("GTSTRG", int(c.Param("file")))
	if text[len(text)-1] != 0 {
		c.Abort("the model has no Reference_String %d with the name of the property file", int(c.Param("file")))
	}
	name := text[0].(string)
	folder := filepath.Dir(c.CallUtility("GTINAM")[0].(string))
	path, other := usersub.FindFile(folder, name)
	switch {
	case other && path != "":
		log.Printf("%q is read from %s", name, path)
	case path == "":
		path = filepath.Join(folder, name) // which the message names
		if filepath.IsAbs(name) {
			path = name
		}
	}
	name = path
	var err error
	if w.tyreProperties, err = readProperties(name); err != nil {
		c.Abort("%v", err)
	}
	if units := c.CallUtility("GTUNTS"); units[0] == 1 {
		s := units[1].([]float64)
		w.second, w.metre, w.unit = s[0], s[1], s[2]
	}
	if side := c.Param("side"); side != 0 {
		w.mirror = side != w.side
	}
	if c.Frame().Sig.Name == "REQSUB" {
		w.hub, w.road = int(c.Param("hub")), int(c.Param("road"))
	} else {
		w.hub, w.road = c.OwnAttributeID("i_marker_id"), c.OwnAttributeID("ref_marker_id")
	}
	if w.road == 0 {
		c.Abort("ref_marker_id is missing: it is the marker of the road, whose z axis points up from the plane")
	}
	c.Data = w
	return w
}

// contact is where and how the tyre touches, in the deck's units, along the road's axes.
type contact struct {
	x, y     vec     // heading of the wheel and its left, in the road
	arm      vec     // from the hub to the contact
	gamma    float64 // inclination
	fz       float64 // N
	vx       float64 // forward speed of the contact
	slipX    float64 // Vsx
	slipY    float64 // Vsy
	radius   float64 // Re
	slow     float64 // VXLOW
	sx, sy   float64 // relaxation lengths
	shortest float64 // lower bound of relaxation lengths
}

// queryContact requests the motion of the hub as seen from the road. The tyre is a thin disc: its
// contact is where the wheel's plane meets the road below the hub, at the distance l, and the
// tyre is pressed by R0 - l. The contact moves with the rim's carrier, without the spin.
func (w *wheel) queryContact(c *sdk.Call) (k contact, touching bool) {
	height := c.SysFnc("DZ", w.hub, w.road, w.road)
	var v, turn vec
	for n := range 3 {
		v[n] = c.SysFnc([...]string{"VX", "VY", "VZ"}[n], w.hub, w.road, w.road, w.road)
		turn[n] = c.SysFnc([...]string{"WX", "WY", "WZ"}[n], w.hub, w.road, w.road)
	}
	axis := vec(c.SysAry("UVZ", w.hub, w.road))
	up := vec{0, 0, 1}
	level := math.Hypot(axis[0], axis[1])
	if level < 0.5 {
		if c.IsSetup() {
			return k, false
		}
		c.Abort("the wheel lies on its side: z of marker %d is to be its spin axis, and z of marker %d the road's normal", w.hub, w.road)
	}
	k.x = vec{axis[1] / level, -axis[0] / level, 0} // axis × up
	k.y = up.cross(k.x)
	k.gamma = math.Atan2(axis[2], level)
	long := height / level // level is the cosine of the inclination
	k.arm = vec{}.addScaled(-long, k.x.cross(axis))
	spin := turn.dot(axis)
	at := v.addScaled(1, turn.addScaled(-spin, axis).cross(k.arm))
	depth := (w.UNLOADED_RADIUS - long*w.metre)
	if depth <= 0 {
		return k, false
	}
	k.fz = max(w.VERTICAL_STIFFNESS*depth-w.VERTICAL_DAMPING*at[2]/level*w.metre/w.second, 0)
	k.radius = w.rollingRadius(k.fz) / w.metre
	k.vx = at.dot(k.x)
	k.slipX, k.slipY = k.vx-spin*k.radius, at.dot(k.y)
	k.slow = max(w.VXLOW, 1e-3) * w.second / w.metre
	sx, sy := w.relaxationLengths(k.fz, k.gamma)
	k.shortest = 0.01 * w.UNLOADED_RADIUS / w.metre
	k.sx, k.sy = max(sx/w.metre, k.shortest), max(sy/w.metre, k.shortest)
	return k, true
}

// clampSlip keeps a slip in the range of the file, if it gives one.
func clampSlip(v, lo, hi float64) float64 {
	if lo == hi {
		return v
	}
	return min(max(v, lo), hi)
}

// newFormulaInputs returns the inputs of the formula for slips that are those of the moment or lag behind.
func (w *wheel) newFormulaInputs(k *contact, kappa, tangent float64) slips {
	return slips{fz: k.fz, kappa: clampSlip(kappa, w.KPUMIN, w.KPUMAX), alpha: clampSlip(math.Atan(tangent), w.ALPMIN, w.ALPMAX),
		gamma: clampSlip(k.gamma, w.CAMMIN, w.CAMMAX), vx: k.vx * w.metre / w.second}
}

// evalFormula evaluates the formula, N and N m.
func (w *wheel) evalFormula(s slips) wrench {
	if w.mirror {
		return w.evalMirroredTyre(s)
	}
	return w.evalForces(s)
}

// transferToHub returns force and torque on the hub for those at the contact, along the road's axes, in the deck's
// units.
func (w *wheel) transferToHub(k *contact, f wrench) [6]float64 {
	force := vec{0, 0, k.fz / w.unit}.addScaled(f.fx/w.unit, k.x).addScaled(f.fy/w.unit, k.y)
	m := w.unit * w.metre
	torque := k.arm.cross(force).addScaled(f.mx/m, k.x).addScaled(f.my/m, k.y).addScaled(f.mz/m, vec{0, 0, 1})
	return [6]float64{force[0], force[1], force[2], torque[0], torque[1], torque[2]}
}

// absSpeed is |Vx|.
func (k *contact) absSpeed() float64 { return math.Abs(k.vx) }

// longitudinalSlip is the longitudinal slip without relaxation. Below VXLOW the speed counts as VXLOW.
func (k *contact) longitudinalSlip() float64 { return -k.slipX / max(k.absSpeed(), k.slow) }

// slipAngleTangent is tan α without relaxation.
func (k *contact) slipAngleTangent() float64 { return k.slipY / max(k.absSpeed(), k.slow) }
