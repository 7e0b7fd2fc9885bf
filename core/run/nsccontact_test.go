package run

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func nscFloor(gx, gz float64) string {
	return fmt.Sprintf(`<Force_Gravity grav_x="%.17g" grav_y="0" grav_z="%.17g"/><Body_Rigid id="1" IsGround="TRUE"/><Reference_Marker id="10" body_id="1"/><Post_Graphic id="1" type="Plane" rm_id="10"/>`, gx, gz)
}

// nscBlock is a cube of side 0.2 m and 1 kg (or a sphere of radius 0.1) on the plane z = 0 at a height.
func nscBlock(id int, z float64, more string, ball bool) string {
	i := 1. * 0.04 / 6
	g := fmt.Sprintf(`<Post_Graphic id="%d" type="BoxDefinedFromCenter" rm_id="%d" length_x="0.2" length_y="0.2" length_z="0.2"/>`, id, 10*id)
	if ball {
		i = 0.4 * 0.01
		g = fmt.Sprintf(`<Post_Graphic id="%d" type="Sphere" radius="0.1" rm_id="%d"/>`, id, 10*id)
	}
	return fmt.Sprintf(`<Body_Rigid id="%d" cg_id="%d" mass="1" inertia_xx="%g" inertia_yy="%g" inertia_zz="%g" %s/><Reference_Marker id="%d" body_id="%d" pos_z="%.17g"/>`, id, 10*id, i, i, i, more, 10*id, id, z) + g
}

// TestNSCContacts: closed forms of a block and a ball on a plane, at two steps. Positions are exact but for the step in which
// sliding ends, speeds to vi_tol; no block lifts when it begins to slide.
func TestNSCContacts(t *testing.T) {
	const g = 9.81
	s, c := math.Sincos(20 * math.Pi / 180)
	req := `<Post_Request id="1" type="EXPRESSION" expr1="DX(20)" expr2="DZ(20)" expr3="VX(20)" expr4="WY(20)" expr5="CONTACT(1,0,4,10)" expr6="CONTACT(1,0,2,10)"/>`
	apex := math.Sqrt(2/g) * 1.7
	points := map[bool]int{true: 1, false: 4} // that bear loads, of a ball and a block
	for _, h := range []float64{0.001, 0.005} {
		for _, x := range []struct {
			name, model, law string
			end              float64
			want             [6]float64 // NaN: not looked at
			tol              float64
		}{
			{"block", nscFloor(0, -g) + nscBlock(2, 0.1, `v_ic_x="5"`, false), `mu="0.5"`, 1.5, [6]float64{25 / g, 0.1, 0, 0, g, 0}, h * h},
			{"slides", nscFloor(g*s, -g*c) + nscBlock(2, 0.1, ``, false), `mu="0.2"`, 1, [6]float64{0.7557703, 0.1, 1.5115407, 0, g * c, -0.2 * g * c}, 1e-7},
			{"sticks", nscFloor(g*s, -g*c) + nscBlock(2, 0.1, ``, false), `mu="0.5"`, 2, [6]float64{0, 0.1, 0, 0, g * c, -g * s}, 1e-9},
			{"rolls", nscFloor(0, -g) + nscBlock(2, 0.1, `v_ic_x="1"`, true), `mu="0.3"`, 1, [6]float64{math.NaN(), 0.1, 5. / 7, 50. / 7, g, 0}, 1e-8},
			{"bounces", nscFloor(0, -g) + nscBlock(2, 1.1, ``, true), `restitution_coef="0.7"`, apex, [6]float64{0, 0.59, 0, 0, 0, 0}, 1e-7},
		} {
			o := carryOut(t, buildText(t, x.model+`<Force_Contact id="1" cnf_type="RIGID" i_graphics_id="2" j_graphics_id="1" `+x.law+`/>`+req,
				nscTune(fmt.Sprintf(`h_max="%g"`, h))+simulate(fmt.Sprintf(`end_time="%.17g" num_steps="20"`, x.end))), Options{})
			if o.err != nil {
				t.Fatal(x.name, o.err)
			}
			for k, want := range x.want {
				tol := x.tol
				if k >= 4 { // forces: vi_tol over the step
					tol = 1e-4
				}
				if got := o.tab.of(t, fmt.Sprintf("1.F%d", k+1)); !math.IsNaN(want) {
					near(t, fmt.Sprintf("%s, step %g, F%d", x.name, h, k+1), got[len(got)-1], want, tol)
				}
			}
			for i, z := range o.tab.of(t, "1.F2") {
				if x.name != "bounces" && math.Abs(z-0.1) > 1e-8 {
					t.Errorf("%s, step %g: height %g in row %d", x.name, h, z, i)
				}
			}
			if s := o.doc.NonSmooth; s.Residual > 1e-8 || x.name != "bounces" && s.Contacts != points[strings.Contains(x.model, "Sphere")] || s.Penetration > 1e-8 {
				t.Errorf("%s: %+v", x.name, *s)
			}
		}
	}
}

// TestNSCColumns: ten balls and ten boxes rest on each other and stay where they are.
func TestNSCColumns(t *testing.T) {
	const n = 10
	for _, ball := range []bool{true, false} {
		var b strings.Builder
		b.WriteString(nscFloor(0, -9.81))
		ids := "1"
		for k := range n {
			b.WriteString(nscBlock(2+k, 0.1+0.2*float64(k), "", ball))
			ids += fmt.Sprintf(" %d", 2+k)
		}
		o := carryOut(t, buildText(t, b.String()+`<Force_Contact id="1" cnf_type="RIGID" mu="0.5" i_graphics_id="`+ids+`"/>
<Post_Request id="2" type="EXPRESSION" expr1="DX(110)" expr2="DY(110)" expr3="DZ(110)-1.9" expr4="VM(110)"/>`,
			nscTune(`h_max="0.005"`)+simulate(`end_time="1" num_steps="10"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		for k, tol := range []float64{1e-9, 1e-9, 1e-8, 1e-6} {
			for _, v := range o.tab.of(t, fmt.Sprintf("2.F%d", k+1)) {
				near(t, fmt.Sprintf("ball %v, F%d", ball, k+1), v, 0, tol)
			}
		}
	}
}

// TestCradle: five equal balls that touch are hit as one, each pair by Newton's law; with gaps between them one impact follows the other.
func TestCradle(t *testing.T) {
	for gap, want := range map[float64][5]float64{0: {-0.6, 0.4, 0.4, 0.4, 0.4}, 1e-6: {0, 0, 0, 0, 1}} {
		var b strings.Builder
		ids, exprs := "", ""
		for k := range 5 {
			x, v := float64(k)*(0.2+gap), ""
			if k == 0 {
				x, v = -0.05, `v_ic_x="1"`
			}
			fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="1" inertia_xx="0.004" inertia_yy="0.004" inertia_zz="0.004" %s/><Reference_Marker id="%d" body_id="%d" pos_x="%.17g"/><Post_Graphic id="%d" type="Sphere" radius="0.1" rm_id="%d"/>`,
				k+2, 10*k+20, v, 10*k+20, k+2, x, k+2, 10*k+20)
			ids += fmt.Sprint(" ", k+2)
			exprs += fmt.Sprintf(` expr%d="VX(%d)"`, k+1, 10*k+20)
		}
		model := `<Body_Rigid id="1" IsGround="TRUE"/>` + b.String() + `<Force_Contact id="1" cnf_type="RIGID" restitution_coef="1" i_graphics_id="` + ids + `"/><Post_Request id="1" type="EXPRESSION"` + exprs + `/>`
		o := carryOut(t, buildText(t, model, nscTune(`h_max="0.001"`)+simulate(`end_time="0.1" num_steps="1"`)), Options{})
		if o.err != nil {
			t.Fatal(o.err)
		}
		for k, w := range want {
			v := o.tab.of(t, fmt.Sprintf("1.F%d", k+1))
			near(t, fmt.Sprintf("gap %g, ball %d", gap, k), v[len(v)-1], w, 1e-8)
		}
	}
}
