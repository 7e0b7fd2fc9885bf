package usersub

import (
	"math"
	"strconv"
	"strings"
)

func init() {
	const rotations = "EULER (3-1-3), EULPAR (4 values), RODPAR, AXAYAZ, YPR, COSINES (9 values, by columns), B313 and the like, BRYAN"
	registerUtility("RCNVRT", "converts a rotation from one system of coordinates to another", `
sys1:t | system of coord1: `+rotations+`
coord1:r[?] | coordinates of the rotation | rad or 1
sys2:t | system of coord2, one of these
coord2:R[?] | the same rotation; may be the array coord1 | rad or 1
istat
> "EULER", [0.5, 0, 0], "EULPAR"`, convertRotation).Count = func(c *UtilityCall, _ int) int {
		return coordinateCount(rotationSystemName(c, 0))
	}
	registerUtility("TCNVRT", "converts a point from one system of coordinates to another", `
sys1:t | system of coord1: CARTESIAN x y z, SPHERICAL rho, phi from z, theta about z, or CYLINDRICAL r theta z
coord1:r[3] | coordinates of the point | length and rad
sys2:t | system of coord2, one of these
coord2:R[?] | the same point; may be the array coord1 | length and rad
istat
> "CYLINDRICAL", [2, 0, 1], "CARTESIAN"`, convertPositionCoordinates)
	registerUtility("ISTRNG", "writes an integer as text", `
number:i | the integer
string:T | its digits
length:I | number of characters
istat
> 42`, formatInt)
	registerUtility("RSTRNG", "writes a real as text", `
reel:r | the number | as the caller uses it
string:T | the shortest text that reads back as the same number
length:I | number of characters
istat
> 0.1`, formatReal)
	registerUtility("STR2INTARY", "reads integers from a text", `
strg:t | the text; blanks, commas and brackets separate
array:I[?] | the integers
nsize:I- | how many there are
istat
> "1 2 3"`, parseIntArray)
	registerUtility("NANINF", "finds the first entry that is not finite", `
val:r[size] | numbers | as the caller uses them
size:i-& | how many there are
outcome:I | 0 none, 1 NaN, 2 infinity
index:I | index of the first, from 1; 0 for none
> [1, 2]`, checkFinite)
	u := registerUtility("ADD_MASS_PROPERTY", "adds the mass properties of a body to a sum", massArgs, func(c *UtilityCall) { combineInertia(c, 1) })
	u.InPython = ""
	u = registerUtility("SUBTRACT_MASS_PROPERTY", "takes the mass properties of a body from a sum", massArgs,
		func(c *UtilityCall) { combineInertia(c, -1) })
	u.InPython = ""
}

const massArgs = `
cm:r[3] | centre of mass of the body, in any axes, the same for all | length
mass:r& | its mass | mass
ip:r[6] | Ixx Iyy Izz Ixy Iyz Ixz about cm, products are ∫xy dm | mass length^2
sum_cm:R[3]+ | centre of mass of the sum, in the same axes | length
sum_mass:R+ | mass of the sum | mass
sum_ip:R[6]+ | moments of the sum about sum_cm | mass length^2
> [1, 0, 0], 2, [1, 1, 1, 0, 0, 0], [0, 0, 0], 1, [1, 1, 1, 0, 0, 0]`

func rotationSystemName(c *UtilityCall, i int) string { return strings.ToUpper(c.TextInput(i)) }

func convertRotation(c *UtilityCall) {
	from, to := rotationSystemName(c, 0), rotationSystemName(c, 2)
	if coordinateCount(from) == 0 || coordinateCount(to) == 0 {
		c.SetErrorFlag(1)
		return
	}
	m, ok := rotationFromCoordinates(from, c.Arg[1].Real)
	if ok {
		c.Arg[3].Real, ok = appendRotationCoordinates(c.Arg[3].Real[:0], to, &m)
	}
	if !ok {
		c.SetRealOutput(3)
		c.SetErrorFlag(1)
	}
}

// convertPositionCoordinates knows CARTESIAN x, y, z, CYLINDRICAL r, theta, z and SPHERICAL rho,
// phi, theta: theta is the angle about z from x, phi the angle from z.
func convertPositionCoordinates(c *UtilityCall) {
	v := c.Arg[1].Real
	var x, y, z float64
	switch rotationSystemName(c, 0) {
	case "CARTESIAN":
		x, y, z = v[0], v[1], v[2]
	case "CYLINDRICAL":
		x, y, z = v[0]*math.Cos(v[1]), v[0]*math.Sin(v[1]), v[2]
	case "SPHERICAL":
		r := v[0] * math.Sin(v[1])
		x, y, z = r*math.Cos(v[2]), r*math.Sin(v[2]), v[0]*math.Cos(v[1])
	default:
		c.SetErrorFlag(1)
		return
	}
	switch r := math.Hypot(x, y); rotationSystemName(c, 2) {
	case "CARTESIAN":
		c.SetRealOutput(3, x, y, z)
	case "CYLINDRICAL":
		c.SetRealOutput(3, r, math.Atan2(y, x), z)
	case "SPHERICAL":
		c.SetRealOutput(3, math.Hypot(r, z), math.Atan2(r, z), math.Atan2(y, x))
	default:
		c.SetErrorFlag(1)
	}
}

func formatInt(c *UtilityCall) { setTextResult(c, strconv.Itoa(int(c.IntInput(0)))) }

// formatReal writes the shortest text that reads back as the same number.
func formatReal(c *UtilityCall) { setTextResult(c, strconv.FormatFloat(c.RealInput(0), 'G', -1, 64)) }

func setTextResult(c *UtilityCall, s string) {
	c.SetTextOutput(1, s)
	c.SetIntOutput(2, int32(len(s)))
}

func parseIntArray(c *UtilityCall) {
	fields := strings.FieldsFunc(TrimBlanks(c.Arg[0].Text[0]), func(r rune) bool {
		return r == ' ' || r == ',' || r == '\t' || r == '[' || r == ']'
	})
	c.SetIntOutput(1)
	for _, f := range fields {
		v, err := strconv.ParseInt(f, 10, 32)
		if err != nil {
			c.SetIntOutput(1)
			c.SetErrorFlag(1)
			return
		}
		c.Arg[1].Int = append(c.Arg[1].Int, int32(v))
	}
	c.SetIntOutput(2, int32(len(fields)))
}

func checkFinite(c *UtilityCall) {
	for i, v := range c.Arg[0].Real {
		switch {
		case math.IsNaN(v):
			c.SetIntOutput(2, 1)
		case math.IsInf(v, 0):
			c.SetIntOutput(2, 2)
		default:
			continue
		}
		c.SetIntOutput(3, int32(i+1))
		return
	}
}

// combineInertia adds (sign 1) or takes away (-1) a body. cm are places of the centres
// of mass in one frame, ip the moments xx yy zz and products xy yz xz (∫xy dm)
// about each own centre in the axes of that frame. With the moments about the
// origin, I_o = I + m (d·d - d dᵀ), sums are simple.
func combineInertia(c *UtilityCall, sign float64) {
	m := sign * c.RealInput(1)
	total := c.RealInput(4) + m
	var cm [3]float64
	ip := shiftInertia(c.Arg[5].Real, c.Arg[3].Real, c.RealInput(4), 1)
	more := shiftInertia(c.Arg[2].Real, c.Arg[0].Real, c.RealInput(1), 1)
	for i := range ip {
		ip[i] += sign * more[i]
	}
	if total != 0 {
		for i := range cm {
			cm[i] = (c.RealInput(4)*c.Arg[3].Real[i] + m*c.Arg[0].Real[i]) / total
		}
	}
	ip = shiftInertia(ip[:], cm[:], total, -1)
	c.SetRealOutput(3, cm[:]...)
	c.SetRealOutput(4, total)
	c.SetRealOutput(5, ip[:]...)
}

// shiftInertia returns the moments of inertia of a body with mass m, whose centre is
// at d, about the origin (sign 1), or the reverse (sign -1).
func shiftInertia(ip, d []float64, m, sign float64) (r [6]float64) {
	m *= sign
	x, y, z := d[0], d[1], d[2]
	add := [6]float64{y*y + z*z, x*x + z*z, x*x + y*y, x * y, y * z, x * z}
	for i := range r {
		r[i] = ip[i] + m*add[i]
	}
	return r
}
