package main

import (
	"fmt"
	"strings"
)

// Data of the planar chain: cuboid links with joints about z, horizontal at rest.
const (
	linkLength = 0.5
	linkWidth  = 0.05
	linkMass   = 1.0
	linkTurn   = linkMass * (linkLength*linkLength + linkWidth*linkWidth) / 12 // about y and z
	linkRoll   = linkMass * (linkWidth*linkWidth + linkWidth*linkWidth) / 12   // about x
)

// assembleDeck puts a model between the settings and the end of a deck.
func assembleDeck(settings, model string) string {
	return "<MotionSolve>\n<Model>\n" +
		`<Param_Unit force_unit="Newton" mass_unit="Kilogram" length_unit="Meter" time_unit="Second"/>` + "\n" +
		"<Param_Transient " + settings + "/>\n" + `<Body_Rigid id="1" IsGround="TRUE"/>` + "\n" + model + "</Model>\n</MotionSolve>\n"
}

// planarChainModel returns a chain of n links: the model of d_pendulum_chain.py, planar. Body i
// has id 10 i, its ends the markers 100 i + 1 and 100 i + 2.
func planarChainModel(n int) string {
	var b strings.Builder
	b.WriteString(`<Force_Gravity grav_x="0." grav_y="-9.81" grav_z="0."/>` + "\n")
	for i := 1; i <= n; i++ {
		x := linkLength * float64(i-1)
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="%g" inertia_xx="%.17g" inertia_yy="%.17g" inertia_zz="%.17g"/>`+"\n",
			10*i, 100*i, linkMass, linkRoll, linkTurn, linkTurn)
		for k, at := range []float64{x + linkLength/2, x, x + linkLength} {
			fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g"/>`+"\n", 100*i+k, 10*i, at)
		}
		before := 100*(i-1) + 2
		if i == 1 {
			before = 3
			b.WriteString(`<Reference_Marker id="3" body_id="1"/>` + "\n")
		}
		fmt.Fprintf(&b, `<Constraint_Joint id="%d" type="REVOLUTE" i_marker_id="%d" j_marker_id="%d"/>`+"\n", i, 100*i+1, before)
	}
	return b.String()
}

// rodChainModel returns the chain of n links that Simbody was measured with: round
// rods with joint axes turned by 60° from one to the next about the chain.
func rodChainModel(n int) string {
	const l, m = 0.2, 0.2
	var b strings.Builder
	b.WriteString(`<Force_Gravity grav_x="0." grav_y="0." grav_z="-9.81"/>` + "\n")
	across := m*l*l/12 + 0.25*m*1e-4
	b.WriteString(`<Reference_Marker id="3" body_id="1"/>` + "\n")
	for i := 1; i <= n; i++ {
		x := l * float64(i-1)
		fmt.Fprintf(&b, `<Body_Rigid id="%d" cg_id="%d" mass="%g" inertia_xx="%.17g" inertia_yy="%.17g" inertia_zz="%.17g"/>`+"\n",
			10*i, 100*i, m, 0.5*m*1e-4, across, across)
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g"/>`+"\n", 100*i, 10*i, x+l/2)
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g"/>`+"\n", 100*i+2, 10*i, x+l)
		// z along the axis: y turned by (i mod 3)·60° about x
		z := [3]string{
			`a00="1." a10="0." a20="0." a02="0." a12="1." a22="0."`,
			`a00="1." a10="0." a20="0." a02="0." a12="0.5" a22="0.86602540378443865"`,
			`a00="1." a10="0." a20="0." a02="0." a12="-0.5" a22="0.86602540378443865"`,
		}[(i-1)%3]
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g" %s/>`+"\n", 100*i+1, 10*i, x, z)
		on := 1
		if i > 1 {
			on = 10 * (i - 1)
		}
		fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" pos_x="%.17g" %s/>`+"\n", 100*i+3, on, x, z)
		fmt.Fprintf(&b, `<Constraint_Joint id="%d" type="REVOLUTE" i_marker_id="%d" j_marker_id="%d"/>`+"\n", i, 100*i+1, 100*i+3)
	}
	return b.String()
}

// stretchedStringModel returns the stretched string of n mass points of c_masspoint_chain.py.
func stretchedStringModel(n int) string {
	return stretchedStringModelWithSprings(n, springDamperElement(`stiffness="1e4" damping="1."`))
}

// stretchedStringModelWithSprings is the same with other elements for the springs, given by the
// markers of their ends.
func stretchedStringModelWithSprings(n int, spring func(id, i, j int) string) string {
	const a, m = 0.1, 0.1
	var b strings.Builder
	b.WriteString(`<Force_Gravity grav_x="0." grav_y="-9.81" grav_z="0."/>` + "\n")
	b.WriteString(`<Reference_Marker id="10" body_id="1"/>` + "\n")
	fmt.Fprintf(&b, `<Reference_Marker id="20" body_id="1" pos_x="%.17g"/>`+"\n", float64(n+1)*a)
	before := 10
	for i := 1; i <= n+1; i++ {
		at := 100 * i
		if i > n {
			at = 20
		} else {
			fmt.Fprintf(&b, `<Body_Point id="%d" cg_id="%d" mass="%g"/>`+"\n", 100*i, at, m)
			fmt.Fprintf(&b, `<Reference_Marker id="%d" body_id="%d" body_type="POINTBODY" pos_x="%.17g"/>`+"\n", at, 100*i, float64(i)*a)
		}
		b.WriteString(spring(i, at, before) + "\n")
		before = at
	}
	return b.String()
}

// single is one mass point on one spring: a_mini_spring_damper.py.
const single = `<Reference_Marker id="10" body_id="1"/>
<Body_Point id="2" cg_id="20" mass="1."/>
<Reference_Marker id="20" body_id="2" body_type="POINTBODY" pos_x="1.05"/>
<Force_SpringDamper id="1" i_marker_id="20" j_marker_id="10" stiffness="100." damping="1." length="1."/>
`
