package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Force_Beam", Doc: "massless beam along J's x axis: force and torque -K (d - length) - cratio K d' + preload on I along J's axes; the opposite on J's body at I's origin. The ends may turn far with another formulation",
			Attrs: joinAttrs(
				markerAttr("i_marker_id", "end of the beam where the force acts"), markerAttr("j_marker_id", "start of the beam; its x axis is the beam without load"),
				requiredAttr(positiveAttr(realAttr("length", "", "length", "length without load"))),
				requiredAttr(positiveAttr(realAttr("e", "", "force/length²", "modulus of elasticity"))),
				requiredAttr(positiveAttr(realAttr("g", "", "force/length²", "shear modulus"))),
				requiredAttr(positiveAttr(realAttr("area", "", "length²", "area of the cross section"))),
				requiredAttr(positiveAttr(realAttr("ixx", "", "length⁴", "torsion constant of the cross section"))),
				requiredAttr(positiveAttr(realAttr("iyy", "", "length⁴", "second moment of area, ∫z² dA"))),
				requiredAttr(positiveAttr(realAttr("izz", "", "length⁴", "second moment of area, ∫y² dA"))),
				notNegativeAttr(realAttr("asy", "0", "1", "shear coefficient along y; 0 without shear deformation, 1.2 for rectangles")),
				notNegativeAttr(realAttr("asz", "0", "1", "shear coefficient along z")),
				notNegativeAttr(realAttr("cratio", "0", "time", "damping as a part of the stiffness")),
				choiceAttr("formulation", "LINEAR", "extension: LINEAR for small turns from J's axes; NONLINEAR: ends that turn and move far, up to 168° against each other, with stiffness by tension and shortening by bending; STRING: the same without the shortening by bending, with the tension along the line between both ends", formulationNames...),
				preloadAttrs(), bodyIDAttrs()),
		},
		phase: forces,
		build: buildBeam,
	})
}

// The formulations of beams, by their names in Adams.
var formulationNames = []string{"LINEAR", "STRING", "NONLINEAR"}

func buildBeam(b *builder, e *deck.Element) {
	if !b.allMarkersExist(e, "i_marker_id", "j_marker_id") {
		return
	}
	if e.Enum("formulation") != "LINEAR" {
		b.buildCorotationalBeam(e)
		return
	}
	f := linearField{k: computeBeamStiffness(e.Real)}
	for i, n := range sixth {
		f.c0[i] = e.Real("preload_"+n) + f.k[i][0]*e.Real("length")
		for j := range 6 {
			f.c[i][j] = e.Real("cratio") * f.k[i][j]
		}
	}
	b.addLinearField(e, &f, "BEAM")
}

// buildCorotationalBeam builds a beam whose ends turn far.
func (b *builder) buildCorotationalBeam(e *deck.Element) {
	p := e.Real
	beam := &system.Beam{
		Owner: e.KindID(), I: e.Ref("i_marker_id"), J: e.Ref("j_marker_id"), Bow: e.Enum("formulation") == "NONLINEAR",
		Length: p("length"), EA: p("e") * p("area"), GJ: p("g") * p("ixx"), EIy: p("e") * p("iyy"), EIz: p("e") * p("izz"),
		ShearY: computeShearParameter(p, "izz", "asy"), ShearZ: computeShearParameter(p, "iyy", "asz"), Damping: p("cratio"),
		Force:  spatial.Vec{X: p("preload_x"), Y: p("preload_y"), Z: p("preload_z")},
		Torque: spatial.Vec{X: p("preload_tx"), Y: p("preload_ty"), Z: p("preload_tz")},
	}
	b.addFieldForce(e, b.sys.AddLaw(beam.ForceLawSpec()), "BEAM")
}

// computeShearParameter returns Φ = 12 EI AS/(G A L²).
func computeShearParameter(attribute func(name string) float64, inertia, coefficient string) float64 {
	return 12 * attribute("e") * attribute(inertia) * attribute(coefficient) / (attribute("g") * attribute("area") * attribute("length") * attribute("length"))
}

// computeBeamStiffness returns the stiffness of Timoshenko's beam of length L between the
// displacements x y z and small turns a b c of its end and the force and torque
// there (Przemieniecki, Theory of matrix structural analysis, section 5.6). A
// force F across the end bends it by F L³/3EI + Φ F L³/12EI and turns it by F L²/2EI, a
// torque T by T L²/2EI and T L/EI; with Φ = 12 EI AS/(G A L²) the inverse of
//
//	| L³(4+Φ)/12EI  L²/2EI |        | 12EI/L³(1+Φ)   -6EI/L²(1+Φ)    |
//	| L²/2EI        L/EI   |   is   | -6EI/L²(1+Φ)   (4+Φ)EI/L(1+Φ)  |
//
// in the x-y plane; in the x-z plane a positive turn lowers z, so that the sign
// beside the diagonal changes.
func computeBeamStiffness(attribute func(name string) float64) (k [6][6]float64) {
	l, ea := attribute("length"), attribute("e")*attribute("area")
	k[0][0], k[3][3] = ea/l, attribute("g")*attribute("ixx")/l
	for _, plane := range []struct {
		ei, phi     float64
		shift, turn int
		sign        float64
	}{
		{attribute("e") * attribute("izz"), computeShearParameter(attribute, "izz", "asy"), 1, 5, -1},
		{attribute("e") * attribute("iyy"), computeShearParameter(attribute, "iyy", "asz"), 2, 4, 1},
	} {
		q := plane.ei / (l * (1 + plane.phi))
		s, t := plane.shift, plane.turn
		k[s][s], k[t][t] = 12*q/(l*l), (4+plane.phi)*q
		k[s][t] = plane.sign * 6 * q / l
		k[t][s] = k[s][t]
	}
	return k
}
