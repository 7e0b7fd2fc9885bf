package element_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// solidsDeck is a table on ground, a box of 8, 6 and 2 whose top is z = 0, and a body 2 with a shape whose middle is marker 20.
func solidsDeck(settings, body, shape, contact string) string {
	return ground + settings + `<Reference_Marker id="11" body_id="1" pos_z="-1"/>
<Post_Graphic id="1" type="BoxDefinedFromCenter" rm_id="11" length_x="8" length_y="6" length_z="2"/>` +
		`<Body_Rigid id="2" cg_id="20" ` + body + `/>` + shape + `<Force_Contact id="1" i_graphics_id="2" j_graphics_id="1" ` + contact + `/>`
}

const (
	elastic = `cnf_type="IMPACT" stiffness="1e6" exponent="1.5"`
	linear  = `cnf_type="IMPACT" stiffness="1e6" exponent="1" damping="1e3"`
	cube1   = `mass="3" inertia_xx="0.5" inertia_yy="0.5" inertia_zz="0.5" ` // of side 1
)

// boxAt is a box of sides 1 at a place, with x and z along the given directions.
func boxAt(x, z, angle float64) string {
	sin, cos := math.Sincos(angle)
	return fmt.Sprintf(`<Reference_Marker id="20" body_id="2" pos_x="%g" pos_z="%g"/><Reference_Marker id="21" body_id="2" pos_x="%[1]g" pos_z="%[2]g" xp_x="%g" xp_z="%g" zp_x="%g" zp_z="%g"/>
<Post_Graphic id="2" type="BoxDefinedFromCenter" rm_id="21" length_x="1" length_y="1" length_z="1"/>`, x, z, x+cos, z-sin, x+sin, z+cos)
}

func weight(a float64) string {
	return fmt.Sprintf(`<Force_Gravity grav_x="%g" grav_z="%g"/>`, 10*math.Sin(a), -10*math.Cos(a))
}

// TestSolidsRest: a box, flush with another box or not, and a standing cylinder settle at the depth at which the law gives their weight, with no friction
// and no creep.
func TestSolidsRest(t *testing.T) {
	const rod = `<Reference_Marker id="20" body_id="2" pos_z="0.5001"/><Reference_Marker id="21" body_id="2" pos_z="0.0001"/><Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.4" length="1"/>`
	for name, shape := range map[string]string{"box": boxAt(0.3, 0.5001, 0), "box flush with the side": boxAt(3.5, 0.5001, 0), "cylinder": rod} {
		r := simulate(t, solidsDeck(tight+weight(0), cube1, shape, linear)+report("DZ(20)", "CONTACT(1,0,4,0)", "VX(20)", "VY(20)", "WM(20)", "CONTACT(1,0,6,0)"), until("1", 4), nil)
		for k := 2; k < len(r.rows); k++ {
			r.near(k, "9.F1", 0.5-30e-6, 1e-9)
			r.near(k, "9.F2", 30, 1e-7)
			for _, f := range []string{"9.F3", "9.F4", "9.F5"} {
				if v := r.at(k, f); math.Abs(v) > 1e-8 {
					t.Errorf("%s: %s = %g", name, f, v)
				}
			}
		}
	}
}

// TestSolidsEnergy: solids that fall on a table at all angles keep their energy, boxes the better the tighter the tolerance.
func TestSolidsEnergy(t *testing.T) {
	const energy = "1.5*(VX(20)**2+VY(20)**2+VZ(20)**2)+0.25*(WX(20)**2+WY(20)**2+WZ(20)**2)+30*DZ(20)"
	rod := func(a float64) string {
		sin, cos := math.Sincos(a)
		return fmt.Sprintf(`<Reference_Marker id="20" body_id="2" pos_z="1.2"/><Reference_Marker id="21" body_id="2" pos_x="%g" pos_z="%g" zp_x="%g" zp_z="%g"/>
<Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.4" length="1"/>`, -sin/2, 1.2-cos/2, sin/2, 1.2+cos/2)
	}
	for tolerance, limit := range map[string][2]float64{"1e-5": {4e-5, 2e-4}, "1e-8": {4e-6, 2e-4}} {
		set := `<Param_Transient integr_tol="` + tolerance + `" h_max="1e-2"/>` + weight(0)
		for _, a := range []float64{0, 0.1, 0.5, math.Pi / 4, math.Pi/2 - 0.01, math.Pi / 2} {
			for k, shape := range []string{boxAt(0, 1.2, a), rod(a)} {
				r := simulate(t, solidsDeck(set, cube1, shape, elastic)+report("CONTACT(1,0,4,0)", energy, "VZ(20)"), until("0.9", 9), nil)
				if off := math.Abs(r.at(-1, "9.F2")/36 - 1); off > limit[k] || r.at(-1, "9.F1") != 0 {
					t.Errorf("tolerance %s, shape %d at %g: energy is off by %g", tolerance, k, a, off)
				}
			}
		}
	}
}

// TestSolidsSlide: a box slows down by μg, and one that spins by the moment of an even pressure over a square, 0.38260 L μ m g; a disc by 2/3 R μ m g.
func TestSolidsSlide(t *testing.T) {
	const rub = linear + ` cff_type="COULOMB_ON" mu_static="0.3" mu_dynamic="0.3" stiction_trans_vel="1e-4" friction_trans_vel="1e-3"`
	const disc = `<Reference_Marker id="20" body_id="2" pos_z="0.5"/><Reference_Marker id="21" body_id="2" pos_z="-30e-6"/><Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.4" length="1"/>`
	square := (math.Sqrt2 + math.Asinh(1)) / 6
	box := boxAt(-2, 0.5-30e-6, 0)
	r := simulate(t, solidsDeck(tight+weight(0), cube1+`v_ic_x="2"`, box, rub)+report("VX(20)", "CONTACT(1,0,2,0)", "CONTACT(1,0,4,0)"), until("0.4", 4), nil)
	for k := 1; k <= 4; k++ {
		r.near(k, "9.F1", 2-3*r.at(k, "time"), 1e-3)
		r.near(k, "9.F2", -0.3*r.at(k, "9.F3"), 1e-3) // the box rocks a little
	}
	// With little damping a solid that spins begins to rock: its friction, which is no potential, gives it energy.
	damped := strings.Replace(rub, `damping="1e3"`, `damping="2e4"`, 1)
	for name, c := range map[string]struct {
		shape string
		arm   float64
	}{"box": {boxAt(0, 0.5-30e-6, 0), square}, "disc": {disc, 2. / 3 * 0.4}} {
		r := simulate(t, solidsDeck(tight+weight(0), cube1+`w_ic_z="4"`, c.shape, damped)+report("WZ(20)", "VX(20)"), until("0.08", 2), nil)
		if slow, want := 4-r.at(-1, "9.F1"), 0.3*30*c.arm/0.5*0.08; math.Abs(slow/want-1) > 0.01 {
			t.Errorf("%s: slower by %g, want %g", name, slow, want)
		}
		r.near(-1, "9.F2", 0, 1e-4)
	}
}

// TestSolidsTip: a box falls from its edge without friction: its centre falls straight down, and its energy is kept.
func TestSolidsTip(t *testing.T) {
	const start = 0.6
	height := func(a float64) float64 { return math.Cos(math.Pi/4-a) / math.Sqrt2 }
	const law = `cnf_type="IMPACT" stiffness="1e7" exponent="1" damping="3e4"`
	r := simulate(t, solidsDeck(tight+weight(0), cube1, boxAt(0, height(start)-6e-6, start), law)+report("DX(20)", "DZ(20)", "WY(20)", "DX(21,20)", "AY(21,1)", "CONTACT(1,0,4,0)"), until("0.3", 6), nil)
	for k := 1; k < len(r.rows); k++ {
		a := r.at(k, "9.F5")
		slope := math.Sin(math.Pi/4-a) / math.Sqrt2
		w := -math.Sqrt(60 * (height(start) - height(a)) / (0.5 + 3*slope*slope))
		r.near(k, "9.F1", 0, 1e-6)
		r.near(k, "9.F2", height(a), 2e-5)
		r.near(k, "9.F3", w, 2e-3)
	}
	if a := r.at(-1, "9.F5"); a > start-0.1 {
		t.Errorf("it has got to %g only", a)
	}
}

// TestSolidsRoll: a cylinder rolls down a slope by 2/3 g sin, and does not turn aside.
func TestSolidsRoll(t *testing.T) {
	const rod = `<Reference_Marker id="20" body_id="2" pos_z="0.4"/><Reference_Marker id="21" body_id="2" pos_z="0.4" pos_y="-0.5" zp_z="0.4" zp_y="3"/><Post_Graphic id="2" type="Cylinder" rm_id="21" radius="0.4" length="1"/>`
	law := linear + ` cff_type="COULOMB_ON" mu_static="0.8" mu_dynamic="0.7" stiction_trans_vel="1e-3" friction_trans_vel="2e-3"`
	r := simulate(t, solidsDeck(tight+weight(0.2), `mass="3" inertia_xx="0.4" inertia_yy="0.24" inertia_zz="0.4"`, rod, law)+report("DX(20)", "WY(20)", "WZ(20)", "DY(20)"), until("0.8", 4), nil)
	a := 20. / 3 * math.Sin(0.2)
	for k := 1; k < len(r.rows); k++ {
		now := r.at(k, "time")
		r.near(k, "9.F1", a*now*now/2, 2e-3)
		r.near(k, "9.F2", a*now/0.4, 3e-3)
		r.near(k, "9.F3", 0, 1e-6)
		r.near(k, "9.F4", 0, 1e-6)
	}
}

// TestSolidsCollide: two boxes in free space keep momentum, angular momentum and energy, and are apart in the end.
func TestSolidsCollide(t *testing.T) {
	model := ground + `<Param_Transient integr_tol="1e-8" h_max="1e-2"/><Body_Rigid id="2" cg_id="20" mass="3" inertia_xx="0.5" inertia_yy="0.5" inertia_zz="0.5" v_ic_x="3"/>
<Reference_Marker id="20" body_id="2" pos_x="-1.5" pos_y="0.2" pos_z="0.3" zp_x="-1" zp_y="0.7" zp_z="1"/><Post_Graphic id="2" type="BoxDefinedFromCenter" rm_id="20" length_x="1" length_y="1" length_z="1"/>
<Body_Rigid id="3" cg_id="30" mass="2" inertia_xx="0.4" inertia_yy="0.4" inertia_zz="0.4"/>
<Reference_Marker id="30" body_id="3"/><Post_Graphic id="3" type="BoxDefinedFromCenter" rm_id="30" length_x="1" length_y="1.2" length_z="1"/>
<Force_Contact id="1" i_graphics_id="2" j_graphics_id="3" ` + elastic + `/>` +
		report("3*VX(20)+2*VX(30)", "3*VY(20)+2*VY(30)", "3*VZ(20)+2*VZ(30)",
			"0.5*WX(20)+0.4*WX(30)+3*(DY(20)*VZ(20)-DZ(20)*VY(20))+2*(DY(30)*VZ(30)-DZ(30)*VY(30))",
			"0.5*WY(20)+0.4*WY(30)+3*(DZ(20)*VX(20)-DX(20)*VZ(20))+2*(DZ(30)*VX(30)-DX(30)*VZ(30))",
			"0.5*WZ(20)+0.4*WZ(30)+3*(DX(20)*VY(20)-DY(20)*VX(20))+2*(DX(30)*VY(30)-DY(30)*VX(30))",
			"1.5*VM(20)**2+VM(30)**2+0.25*WM(20)**2+0.2*WM(30)**2", "VX(30)")
	r := simulate(t, model, until("0.6", 6), nil)
	for k := range 7 {
		f := fmt.Sprintf("9.F%d", k+1)
		r.near(-1, f, r.at(0, f), 1e-5)
	}
	if v := r.at(-1, "9.F8"); !(v > 1) {
		t.Errorf("the second box moves with %g", v)
	}
}
