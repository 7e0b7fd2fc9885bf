package export

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/result"
)

// Entities of result files of Adams are not the columns of ours: parts have the pose of the frame that the deck gives
// their markers in, with 3-1-3 angles, where bodies have their mass centre and a quaternion. A View makes them.

// Entity is an element as a result file of Adams has it.
type Entity struct {
	Name   string // with _XFORM for a part
	Entity string // its label, or its statement and id
	Type   string // Part, Joint, ...
	ID     int
	Kind   string // that of the columns
	Units  []string
	Parts  []string // components
	from   int      // first column of ours
	body   int      // index in Scene.Bodies of a part, -1 for others
}

// EntityView is results as entities.
type EntityView struct {
	Entities []Entity
	Width    int // values of a row
	scene    *result.Scene
}

// entityTypes are the names of kinds in result files. Those of joints, parts, single-component forces, variables and
// plant inputs and outputs are in samples; the others are the names of the objects in Adams View.
var entityTypes = map[string]string{
	result.KindBody: "Part", result.KindPoint: "Point_Mass", result.KindJoint: "Joint", result.KindMotion: "Motion", "JPRIM": "Joint_Primitive", "GCON": "General_Constraint",
	"UCON": "User_Constraint", "SFORCE": "Single_Component_Force", "VFORCE": "Force_Vector", "VTORQ": "Torque_Vector", "GFORCE": "General_Force",
	"SPDP": "Spring_Damper", "NFORCE": "Multi_Point_Force", "BUSH": "Bushing", "BEAM": "Beam", "FIELD": "Field", "CONTACT": "Contact", "FRICTION": "Friction",
	result.KindVariable: "ADAMS_Variable", result.KindInput: "Plant_Input", result.KindOutput: "Plant_Output", result.KindRequest: "Request",
	"DIFF": "Differential_Equation", "GSE": "General_State_Equation", "TFSISO": "Transfer_Function", result.KindSensor: "Sensor",
}

// statements are the names of kinds in Adams, of which names of entities without a label are made.
var statements = map[string]string{result.KindBody: "PART", result.KindPoint: "POINT_MASS", "VTORQ": "VTORQUE", "SPDP": "SPRINGDAMPER", "BUSH": "BUSHING"}

var partComponents = []string{"X", "Y", "Z", "PSI", "THETA", "PHI", "VX", "VY", "VZ", "WX", "WY", "WZ", "ACCX", "ACCY", "ACCZ", "WDX", "WDY", "WDZ"}

// NewEntityView returns the entities of columns. Without a scene parts are at their mass centres, with axes of the bodies.
func NewEntityView(columns []result.Column, scene *result.Scene) *EntityView {
	v := &EntityView{scene: scene}
	for i := 0; i < len(columns); {
		n := i + 1
		for n < len(columns) && columns[n].Element == columns[i].Element {
			n++
		}
		v.addEntities(columns[i:n], i)
		i = n
	}
	return v
}

func (v *EntityView) addEntities(columns []result.Column, first int) {
	e := columns[0].Element
	x := Entity{ID: e.ID, Kind: e.Kind, Type: entityTypes[e.Kind], Entity: e.Label, from: first, body: -1}
	if x.Type == "" {
		x.Type = e.Kind
	}
	if x.Entity == "" {
		name := statements[e.Kind]
		if name == "" {
			name = e.Kind
		}
		x.Entity = result.DefaultElementName(name, e.ID)
	}
	x.Name = x.Entity
	if (e.Kind == result.KindBody || e.Kind == result.KindPoint) && len(columns) == 19 {
		x.Name += "_XFORM"
		length, spin, v1, v2, w2 := columns[0].Unit, columns[10].Unit, columns[7].Unit, columns[13].Unit, columns[16].Unit
		x.Parts = partComponents
		x.Units = []string{length, length, length, "rad", "rad", "rad", v1, v1, v1, spin, spin, spin, v2, v2, v2, w2, w2, w2}
		x.body = v.findBodyIndex(e)
	} else {
		for _, c := range columns {
			x.Parts, x.Units = append(x.Parts, c.Component), append(x.Units, c.Unit)
		}
	}
	v.Width += len(x.Parts)
	v.Entities = append(v.Entities, x)
}

// findBodyIndex finds a body in the scene, len(Bodies) if there is none.
func (v *EntityView) findBodyIndex(e result.Element) int {
	if v.scene == nil {
		return 0
	}
	for i, b := range v.scene.Bodies {
		if b.Kind != "flexible" && b.Kind != "node" && b.ID == e.ID && (b.Kind == "point") == (e.Kind == result.KindPoint) && b.Kind != "ground" {
			return i
		}
	}
	return len(v.scene.Bodies)
}

// FillEntityValues sets dst to the values of the entities of a row of columns. Angles are in rad.
func (v *EntityView) FillEntityValues(dst, row []float64) {
	for i := range v.Entities {
		e := &v.Entities[i]
		if e.body >= 0 {
			v.fillPartMotion(dst, row[e.from:e.from+19], e.body)
		} else {
			copy(dst, row[e.from:e.from+len(e.Parts)])
		}
		dst = dst[len(e.Parts):]
	}
}

// fillPartMotion sets dst to the pose and motion of a part. With r from the mass centre to the origin of the part:
// P = C + r, v = vC + ω × r, a = aC + α × r + ω × (ω × r).
func (v *EntityView) fillPartMotion(dst, row []float64, body int) {
	frame := result.Frame{Quat: [4]float64{1, 0, 0, 0}}
	if v.scene != nil && body < len(v.scene.Bodies) {
		frame = v.scene.Bodies[body].Part
	}
	q := [4]float64(row[3:7])
	r := rotateVector(q, frame.Pos)
	w, al := [3]float64(row[10:13]), [3]float64(row[16:19])
	wr := crossProduct(w, r)
	wwr, alr := crossProduct(w, wr), crossProduct(al, r)
	for k := range 3 {
		dst[k] = row[k] + r[k]
		dst[6+k] = row[7+k] + wr[k]
		dst[9+k] = w[k]
		dst[12+k] = row[13+k] + alr[k] + wwr[k]
		dst[15+k] = al[k]
	}
	dst[3], dst[4], dst[5] = quaternionToEuler313(multiplyRotations(q, frame.Quat))
}

func crossProduct(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// rotateVector returns a vector along the axes of q along the outer ones.
func rotateVector(q [4]float64, v [3]float64) [3]float64 {
	u := [3]float64{q[1], q[2], q[3]}
	t := crossProduct(u, v)
	for k := range t {
		t[k] *= 2
	}
	s := crossProduct(u, t)
	return [3]float64{v[0] + q[0]*t[0] + s[0], v[1] + q[0]*t[1] + s[1], v[2] + q[0]*t[2] + s[2]}
}

// multiplyRotations returns the rotation p, then q.
func multiplyRotations(q, p [4]float64) [4]float64 {
	return [4]float64{
		q[0]*p[0] - q[1]*p[1] - q[2]*p[2] - q[3]*p[3], q[0]*p[1] + q[1]*p[0] + q[2]*p[3] - q[3]*p[2],
		q[0]*p[2] - q[1]*p[3] + q[2]*p[0] + q[3]*p[1], q[0]*p[3] + q[1]*p[2] - q[2]*p[1] + q[3]*p[0],
	}
}

// quaternionToEuler313 returns the body-fixed 3-1-3 angles of a rotation, from its quaternion: psi and phi in (-π, π], theta in
// [0, π]. Where theta is 0 or π phi is 0.
func quaternionToEuler313(q [4]float64) (psi, theta, phi float64) {
	across, along := math.Hypot(q[1], q[2]), math.Hypot(q[0], q[3])
	theta = 2 * math.Atan2(across, along)
	const degenerate = 1e-12
	switch {
	case across < degenerate*along:
		return wrapAngle(2 * math.Atan2(q[3], q[0])), theta, 0
	case along < degenerate*across:
		return wrapAngle(2 * math.Atan2(q[2], q[1])), theta, 0
	}
	sum, diff := math.Atan2(q[3], q[0]), math.Atan2(q[2], q[1])
	return wrapAngle(sum + diff), theta, wrapAngle(sum - diff)
}

// wrapAngle returns an angle in (-π, π].
func wrapAngle(a float64) float64 {
	return a - 2*math.Pi*math.Ceil(a/(2*math.Pi)-0.5)
}

// quaternionFromEuler313 returns the rotation by body-fixed 3-1-3 angles.
func quaternionFromEuler313(psi, theta, phi float64) [4]float64 {
	s, c := math.Sincos(theta / 2)
	sp, cp := math.Sincos((psi + phi) / 2)
	sm, cm := math.Sincos((psi - phi) / 2)
	return [4]float64{c * cp, s * cm, s * sm, c * sp}
}

// rotationAngleBetween returns the angle of the rotation from p to q.
func rotationAngleBetween(p, q [4]float64) float64 {
	d := multiplyRotations([4]float64{p[0], -p[1], -p[2], -p[3]}, q)
	return 2 * math.Atan2(math.Sqrt(d[1]*d[1]+d[2]*d[2]+d[3]*d[3]), math.Abs(d[0]))
}

func (e *Entity) String() string { return fmt.Sprintf("%s %d (%s)", e.Type, e.ID, e.Entity) }
