package element

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/core/system"
)

// JointPage describes a type of Constraint_Joint.
type JointPage struct {
	Type    string
	Freedom string // the motions that are left
	Axes    string // which axes of I and J matter, and how they must lie at the start
	Sign    string // of the coordinates of the joint; empty where no function names them
	Drawing string
	special []string // equations that are not rows of a system.JointKind
}

// Equations returns the constraint equations. Each takes one degree of freedom.
func (p *JointPage) Equations() []string {
	if k := system.JointKinds[p.Type]; k != nil {
		return k.Equations()
	}
	return p.special
}

// Freedoms is the number of degrees of freedom that are left between the two bodies.
func (p *JointPage) Freedoms() int { return 6 - len(p.Equations()) }

const (
	anyAxes     = "any"
	alongZ      = "DZ(I,J,J): positive where I is ahead of J along z of J"
	aboutZ      = "AZ(I,J): positive where I is turned counterclockwise about z of J; whole turns count"
	parallelZ   = "z of I and z of J parallel or opposite"
	acrossZ     = "z of I and z of J at right angles"
	sameOrigins = "the origins coincide"
)

// jointPages describes the types of joints, in the order of the schema. The rows of a type are those of system.JointKinds.
var jointPages = []JointPage{
	{Type: "REVOLUTE", Freedom: "a rotation about z", Axes: sameOrigins + "; " + parallelZ, Sign: aboutZ, Drawing: `
      z
      |
   ___|___
  |  (I)  |   I turns in J
  |__ J __|
      |`},
	{Type: "SPHERICAL", Freedom: "all rotations", Axes: sameOrigins, Drawing: `
     I
      \
     (( o ))  J`},
	{Type: "TRANSLATIONAL", Freedom: "a translation along z", Axes: "the origin of I on the z axis of J; x of I at right angles to y of J, " + parallelZ, Sign: alongZ, Drawing: `
   ____________
  |  J  [ I ]  |--> z
   ------------`},
	{Type: "CYLINDRICAL", Freedom: "a translation along z and a rotation about z", Axes: "the origin of I on the z axis of J; " + parallelZ, Sign: alongZ + "; " + aboutZ, Drawing: `
   ____________
  |  J ( I )   |--> z, and about z
   ------------`},
	{Type: "UNIVERSAL", Freedom: "rotations about the z axes of I and of J", Axes: sameOrigins + "; " + acrossZ + " (the arms of the cross)", Drawing: `
       zI
        |
  J ----+---- zJ   cross
        |
        I`},
	{Type: "FIXED", Freedom: "none", Axes: sameOrigins + "; x of I at right angles to y of J, " + parallelZ, Drawing: `
   I ===== J`},
	{Type: "HOOKE", Freedom: "rotations about x of I and y of J", Axes: sameOrigins + "; x of I at right angles to y of J (the arms of the cross)", Drawing: `
       xI
        |
  J ----+---- yJ   cross
        |
        I`},
	{Type: "CONSTANT_VELOCITY", Freedom: "rotations about the two axes at right angles to the shafts", Axes: sameOrigins + "; the shafts lie along z of I and z of J", Drawing: `
  J -----o
          \
           \ I`},
	{Type: "PLANAR", Freedom: "translations along x and y of J and a rotation about z", Axes: "the origin of I in the x-y plane of J; " + parallelZ, Drawing: `
      z |
     [  I  ]
  ______________  x-y plane of J`},
	{Type: "INLINE", Freedom: "a translation along z of J and all rotations", Axes: "the origin of I on the z axis of J", Drawing: `
  J -----o----> z
         I`},
	{Type: "INPLANE", Freedom: "translations along x and y of J and all rotations", Axes: "the origin of I in the x-y plane of J", Drawing: `
         o I
  ______________  x-y plane of J`},
	{Type: "ORIENTATION", Freedom: "all translations", Axes: "x of I at right angles to y of J, " + parallelZ},
	{Type: "PARALLEL_AXES", Freedom: "all translations and a rotation about z", Axes: parallelZ, Drawing: `
  zI |    | zJ`},
	{Type: "PERPENDICULAR", Freedom: "all translations and rotations about the z axes of I and of J", Axes: acrossZ, Drawing: `
  zI |____ zJ`},
	{Type: "SCREW", Freedom: "all; the translation along z is coupled to the rotation about z", Axes: parallelZ + "; guide it by a CYLINDRICAL joint", Sign: "a positive pitch moves I along +z of J as AZ(I,J) grows", special: []string{"DZ(I,J,J) - pitch·AZ(I,J)/2π = its value at the start"}, Drawing: `
  J /\/\/\/\/--> z
     [ I ]`},
	{Type: "RACK_PINION", Freedom: "all but that the translation of I along z of J and its rotation about z of I go together", Axes: acrossZ + "; guide the pinion by joints of its own", Sign: "a positive pitch_diameter moves I along +z of J as it turns counterclockwise about its own z axis", special: []string{"DZ(I,J,J) - pitch_diameter/2·φ = its value at the start, φ the rotation of I about its z axis"}, Drawing: `
      ( I )
  J vvvvvvvvvv--> z`},
	{Type: "FREE", Freedom: "all", Axes: anyAxes},
}

// jointTypeNames returns the names of the types.
func jointTypeNames() []string {
	var names []string
	for _, p := range jointPages {
		names = append(names, p.Type)
	}
	return names
}

// JointPages returns the pages of all types of joints.
func JointPages() []JointPage { return slices.Clone(jointPages) }

// FindJointPage returns the page of a type; case does not matter.
func FindJointPage(name string) (page JointPage, ok bool) {
	i := slices.IndexFunc(jointPages, func(p JointPage) bool { return strings.EqualFold(p.Type, name) })
	if i < 0 {
		return page, false
	}
	return jointPages[i], true
}

// String is the page as text, without a line break at its end.
func (p JointPage) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Constraint_Joint type=%q\n\nDegrees of freedom: %d: %s\nAxes: %s", p.Type, p.Freedoms(), p.Freedom, p.Axes)
	if p.Sign != "" {
		fmt.Fprintf(&b, "\nSign: %s", p.Sign)
	}
	if eq := p.Equations(); len(eq) > 0 {
		fmt.Fprintf(&b, "\nEquations: %s", strings.Join(eq, ", "))
	}
	if p.Drawing != "" {
		fmt.Fprintf(&b, "\n%s", p.Drawing)
	}
	return b.String()
}

// WriteJoints writes the table of joints as Markdown.
func WriteJoints(w io.Writer) {
	fmt.Fprint(w, `# Types of joints

Made from the table of joints: `+"`go test ./core/element -run JointsPage -update`"+` writes it.

Markers I and J are those of i_marker_id and j_marker_id. pI is the origin of I, xI, yI and zI are its axes;
ex, ey and ez are the global axes. `+"`JOINT(id, 0, comp)`"+` is the reaction on the body of I at I.
Conditions on axes hold at each time; the assembly at the start moves bodies that do not meet them.

| Type | Degrees of freedom | Free motions | Axes | Sign | Equations |
|---|---|---|---|---|---|
`)
	for _, p := range jointPages {
		fmt.Fprintf(w, "| %s | %d | %s | %s | %s | %s |\n", p.Type, p.Freedoms(), p.Freedom, p.Axes, p.Sign, strings.Join(p.Equations(), "<br>"))
	}
	for _, p := range jointPages {
		if p.Drawing != "" {
			fmt.Fprintf(w, "\n## %s\n\n```text%s\n```\n", p.Type, p.Drawing)
		}
	}
}
