// Command contact-hc is a plugin with laws of contact between a sphere and a plane or
// another sphere, whose damping grows with the penetration: Hunt and Crossley, Lankarani and
// Nikravesh, Flores and others; with friction.
package main

import (
	"math"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() { sdk.Serve(newPlugin(), grpc.Serve) }

func newPlugin() sdk.Plugin {
	const impact = ": the speed of each impact is a state, num_state 1"
	return sdk.Plugin{
		Name:    "contact-hc",
		Vendor:  "trammel",
		Version: "1.0.0",
		Doc:     "Sphere on plane and sphere on sphere by laws of Hunt-Crossley type, with friction.",
		Routines: map[string]sdk.Routine{
			"hunt-crossley":              newForceRoutine("contact after Hunt and Crossley (1975)", huntCrossleyDamping, dissipationParameter()),
			"lankarani-nikravesh":        newForceRoutine("contact after Lankarani and Nikravesh (1990)", lankaraniDamping, restitutionParameters()...),
			"flores":                     newForceRoutine("contact after Flores and others (2011)", floresDamping, restitutionParameters()...),
			"lankarani-nikravesh-impact": newImpactStateRoutine("contact after Lankarani and Nikravesh"+impact, lankaraniDamping),
			"flores-impact":              newImpactStateRoutine("contact after Flores and others"+impact, floresDamping),
		},
	}
}

func dissipationParameter() sdk.Parameter {
	return sdk.Param("dissipation", "time/length", "α: the coefficient of restitution is 1 - α v for slow impacts").AtLeast(0)
}

func restitutionParameters() []sdk.Parameter {
	return []sdk.Parameter{coefficientParameter(),
		sdk.Param("speed", "length/time", "speed of approach at the impact").Above(0)}
}

func coefficientParameter() sdk.Parameter {
	return sdk.Param("restitution", "1", "coefficient of restitution e").Above(0).AtMost(1)
}

// addParameters gives a routine the parameters of its law, between those that all have.
func addParameters(r sdk.Routine, own ...sdk.Parameter) sdk.Routine {
	all := append([]sdk.Parameter{
		sdk.Param("radius", "length", "radius of the sphere at i_marker_id").Above(0),
		sdk.Param("stiffness", "force/length^exponent", "K").Above(0),
	}, own...)
	r = r.WithParameters(append(all,
		sdk.Param("exponent", "1", "n; 1.5 for Hertz").AtLeast(1).WithDefault(1.5),
		sdk.Param("radius2", "length", "radius of the sphere at ref_marker_id, 0 for the plane z = 0 of that marker").AtLeast(0).WithDefault(0),
		sdk.Param("mu_dynamic", "1", "coefficient of friction of fast slip").AtLeast(0).WithDefault(0),
		sdk.Param("mu_static", "1", "coefficient of slow slip, at least mu_dynamic; 0: the same").AtLeast(0).WithDefault(0),
		sdk.Param("transition", "length/time", "slip velocity where friction has 76 % of its force").AtLeast(0).WithDefault(0),
		sdk.Param("stribeck", "length/time", "slip velocity where mu_static has fallen to mu_dynamic by 63 %").AtLeast(0).WithDefault(0),
	)...)
	r.Pure = true
	return r
}

// newForceRoutine returns a law as a force between two bodies.
func newForceRoutine(doc string, factor damping, own ...sdk.Parameter) sdk.Routine {
	r := sdk.GFOSUB(func(c *sdk.Call) [6]float64 {
		p := contactPairOfElement(c)
		g := p.queryMotion(c)
		if g.depth <= 0 && !c.IsSetup() {
			return [6]float64{}
		}
		return p.evalContactWrench(c, &g, factor(c, 0))
	})
	return addParameters(r.WithDoc("Force_Vector_TwoBody: "+doc), own...)
}

// newImpactStateRoutine returns a law that knows the speed w of each impact from a state. While the bodies are
// apart w follows the speed of approach v within the time T, in contact it is. The state is the
// path x = w T, a length, so that the solver's tolerance of lengths fits it:
//
//	x' = S(gap/x) ((v + √(v² + 4 v0²))/2 - w)
//
// S goes smoothly from 0 in contact to 1, and the root is a smooth maximum of v and 0, v0 for
// v = 0. The law depends on states only, so that a step may be repeated.
func newImpactStateRoutine(doc string, factor damping) sdk.Routine {
	r := sdk.YFOSUB(func(c *sdk.Call, stated, output []float64) {
		p := contactPairOfElement(c)
		g := p.queryMotion(c)
		least, settle, v := c.Param("least"), c.Param("settle"), g.approach
		now := c.States()[0] / settle
		w := max(now, least)
		apart := min(max(-g.depth/(w*settle), 0), 1)
		apart *= apart * (3 - 2*apart)
		stated[0] = apart * ((v+math.Sqrt(v*v+4*least*least))/2 - now)
		f := p.evalContactWrench(c, &g, factor(c, w))
		copy(output, f[:])
	})
	r.States = []sdk.Quantity{{Name: "x", Unit: "length", Doc: "distance approached within the time settle"}}
	return addParameters(r.WithDoc("Force_StateEqn: "+doc), coefficientParameter(),
		sdk.Param("settle", "time", "T within which the state follows the speed of approach, short beside flights").Above(0),
		sdk.Param("least", "length/time", "impacts slower than this are damped as one of this speed").Above(0))
}
