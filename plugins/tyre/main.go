// Command tyre is a plugin with a tyre for handling on a plane road: the Magic Formula with the
// coefficients of a property file.
package main

import (
	"log"
	"strings"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

func main() { sdk.Serve(newPlugin(), grpc.Serve) }

func newPlugin() sdk.Plugin {
	relaxing := sdk.YFOSUB(evalRelaxedTyre).WithDoc("Force_StateEqn: tyre with relaxation lengths, num_state 2").WithParameters(commonParameters()...)
	relaxing.States = []sdk.Quantity{
		{Name: "u", Unit: "length", Doc: "lag of the longitudinal slip, κ times its relaxation length"},
		{Name: "v", Unit: "length", Doc: "lag of the lateral slip, tan α times its relaxation length"}}
	steady := sdk.GFOSUB(func(c *sdk.Call) (f [6]float64) {
		w := wheelOfElement(c)
		if k, touching := w.queryContact(c); touching {
			f = w.transferToHub(&k, w.evalFormula(w.newFormulaInputs(&k, k.longitudinalSlip(), k.slipAngleTangent())))
		}
		return f
	}).WithDoc("Force_Vector_TwoBody, ForceAndTorque: tyre without relaxation").WithParameters(commonParameters()...)
	report := sdk.REQSUB(func(c *sdk.Call) (r [8]float64) {
		w := wheelOfElement(c)
		k, touching := w.queryContact(c)
		var z [2]float64
		array := int(c.Param("array"))
		for n := range z {
			if array > 0 {
				z[n] = c.SysFnc("ARYVAL", array, n+1)
			}
		}
		if !touching {
			return r
		}
		kappa, tangent := k.longitudinalSlip(), k.slipAngleTangent()
		if array > 0 {
			kappa, tangent = z[0]/k.sx, z[1]/k.sy
		}
		s := w.newFormulaInputs(&k, kappa, tangent)
		f, m := w.evalFormula(s), w.unit*w.metre
		return [8]float64{f.fx / w.unit, f.fy / w.unit, k.fz / w.unit, f.mz / m, s.kappa, s.alpha, s.gamma, k.radius}
	}).WithDoc("Post_Request: Fx Fy Fz Mz at the contact, κ, α, γ, rolling radius").
		WithParameters(append(commonParameters(), sdk.Param("hub", "", "marker of the wheel").AsElementID("Reference_Marker"),
			sdk.Param("road", "", "marker of the road").AsElementID("Reference_Marker"),
			sdk.Param("array", "", "array of the states u and v; 0: slip without relaxation").AsInteger().AtLeast(0).WithDefault(0))...)
	return sdk.Plugin{
		Name:     "tyre",
		Vendor:   "trammel",
		Version:  "1.0.0",
		Doc:      "Handling tyre by the Magic Formula (MF 5.2) from a property file.",
		Routines: map[string]sdk.Routine{"relaxing": relaxing, "steady": steady, "report": report},
	}
}

func commonParameters() []sdk.Parameter {
	return []sdk.Parameter{
		sdk.Param("file", "", "string with the name of the property file").AsElementID("Reference_String"),
		sdk.Param("side", "1", "1 mounted on the left, -1 on the right, 0 where the file was measured").AsInteger().AtLeast(-1).AtMost(1).WithDefault(0)}
}

// evalRelaxedTyre evaluates the tyre whose slips build up along its way (Pacejka, section 7.2.1, the fully
// linear form in which the relaxation lengths are those of the load at hand):
//
//	u' = -Vsx - |Vx| u/σκ   κ' = u/σκ
//	v' = Vsy - |Vx| v/σα    tan α' = v/σα
//
// The stresses of steady slip are the same as without; at standstill they hold the car as springs.
func evalRelaxedTyre(c *sdk.Call, stateRates, output []float64) {
	w := wheelOfElement(c)
	if w.PTX1 == 0 || w.PTY1 == 0 || w.PTY2 == 0 {
		c.Abort("the property file has no relaxation lengths (PTX1, PTY1, PTY2): use the routine steady")
	}
	z := c.States()
	k, touching := w.queryContact(c)
	if !touching {
		// In the air the tread comes to rest within 10 ms.
		for n := range stateRates {
			stateRates[n] = -z[n] / (0.01 / w.second)
		}
		return
	}
	speed := k.absSpeed()
	stateRates[0] = -k.slipX - speed*z[0]/k.sx
	stateRates[1] = k.slipY - speed*z[1]/k.sy
	f := w.transferToHub(&k, w.evalFormula(w.newFormulaInputs(&k, z[0]/k.sx, z[1]/k.sy)))
	copy(output, f[:])
}

// files are the property files that were read.
var files = map[string]*tyreProperties{}

// readProperties reads a file once and reports the log what of it has no effect.
func readProperties(name string) (*tyreProperties, error) {
	if p, ok := files[name]; ok {
		return p, nil
	}
	p, err := readFile(name)
	if err != nil {
		return nil, err
	}
	files[name] = p
	if len(p.unused) > 0 {
		log.Printf("%s: without effect here: %s", name, strings.Join(p.unused, " "))
	}
	if len(p.missing) > 0 {
		log.Printf("%s: not given and so 0, scale factors 1: %s", name, strings.Join(p.missing, " "))
	}
	return p, nil
}
