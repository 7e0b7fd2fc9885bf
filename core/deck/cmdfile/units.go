package cmdfile

import (
	"math"
	"strings"
)

// dimension is what a unit measures.
type dimension uint8

const (
	lengthUnit dimension = iota
	massUnit
	forceUnit
	timeUnit
	angleUnit
	dimensions
)

type unit struct {
	of     dimension
	factor float64 // in m, kg, N, s, rad
	word   string  // in the statement language, "" for angles
}

const (
	inch  = 0.0254
	pound = 0.45359237
	g0    = 9.80665
)

// unitTable holds the names of units.
var unitTable = map[string]unit{
	"m": {lengthUnit, 1, "METER"}, "meter": {lengthUnit, 1, "METER"}, "mm": {lengthUnit, 1e-3, "MILLIMETER"}, "millimeter": {lengthUnit, 1e-3, "MILLIMETER"},
	"cm": {lengthUnit, 1e-2, "CENTIMETER"}, "centimeter": {lengthUnit, 1e-2, "CENTIMETER"}, "km": {lengthUnit, 1e3, "KILOMETER"}, "kilometer": {lengthUnit, 1e3, "KILOMETER"},
	"in": {lengthUnit, inch, "INCH"}, "inch": {lengthUnit, inch, "INCH"}, "inches": {lengthUnit, inch, "INCH"}, "ft": {lengthUnit, 12 * inch, "FOOT"}, "foot": {lengthUnit, 12 * inch, "FOOT"},
	"feet": {lengthUnit, 12 * inch, "FOOT"}, "mile": {lengthUnit, 63360 * inch, "MILE"}, "yard": {lengthUnit, 36 * inch, "YARD"}, "micrometer": {lengthUnit, 1e-6, "MICROMETER"},
	"nanometer": {lengthUnit, 1e-9, "NANOMETER"}, "microinch": {lengthUnit, 1e-6 * inch, "MICROINCH"}, "mils": {lengthUnit, 1e-3 * inch, "MILS"},
	"kg": {massUnit, 1, "KILOGRAM"}, "kilogram": {massUnit, 1, "KILOGRAM"}, "gram": {massUnit, 1e-3, "GRAM"}, "g": {massUnit, 1e-3, "GRAM"}, "milligram": {massUnit, 1e-6, "MILLIGRAM"},
	"tonne": {massUnit, 1e3, "TONNE"}, "megagram": {massUnit, 1e3, "MEGAGRAM"}, "pound_mass": {massUnit, pound, "POUND_MASS"}, "lbm": {massUnit, pound, "POUND_MASS"},
	"ounce_mass": {massUnit, pound / 16, "OUNCE_MASS"}, "kpound_mass": {massUnit, 1e3 * pound, "KPOUND_MASS"}, "slug": {massUnit, pound * g0 / (12 * inch), "SLUG"},
	"slinch": {massUnit, pound * g0 / inch, "SLINCH"}, "us_ton": {massUnit, 2000 * pound, "US_TON"},
	"n": {forceUnit, 1, "NEWTON"}, "newton": {forceUnit, 1, "NEWTON"}, "kn": {forceUnit, 1e3, "KNEWTON"}, "knewton": {forceUnit, 1e3, "KNEWTON"}, "kilonewton": {forceUnit, 1e3, "KNEWTON"},
	"millinewton": {forceUnit, 1e-3, "MILLINEWTON"}, "centinewton": {forceUnit, 1e-2, "CENTINEWTON"}, "meganewton": {forceUnit, 1e6, "MEGANEWTON"}, "dyne": {forceUnit, 1e-5, "DYNE"},
	"kg_force": {forceUnit, g0, "KILOGRAM_FORCE"}, "kilogram_force": {forceUnit, g0, "KILOGRAM_FORCE"}, "pound_force": {forceUnit, pound * g0, "POUND_FORCE"}, "lbf": {forceUnit, pound * g0, "POUND_FORCE"},
	"ounce_force": {forceUnit, pound * g0 / 16, "OUNCE_FORCE"}, "kpound_force": {forceUnit, 1e3 * pound * g0, "KPOUND_FORCE"}, "poundal": {forceUnit, pound * 12 * inch, "POUNDAL"},
	"s": {timeUnit, 1, "SECOND"}, "sec": {timeUnit, 1, "SECOND"}, "second": {timeUnit, 1, "SECOND"}, "seconds": {timeUnit, 1, "SECOND"}, "ms": {timeUnit, 1e-3, "MILLISECOND"},
	"millisec": {timeUnit, 1e-3, "MILLISECOND"}, "millisecond": {timeUnit, 1e-3, "MILLISECOND"}, "min": {timeUnit, 60, "MINUTE"}, "minute": {timeUnit, 60, "MINUTE"},
	"hour": {timeUnit, 3600, "HOUR"}, "day": {timeUnit, 86400, "DAY"}, "microsecond": {timeUnit, 1e-6, "MICROSECOND"}, "nanosecond": {timeUnit, 1e-9, "NANOSECOND"},
	"d": {angleUnit, math.Pi / 180, ""}, "deg": {angleUnit, math.Pi / 180, ""}, "degree": {angleUnit, math.Pi / 180, ""}, "degrees": {angleUnit, math.Pi / 180, ""},
	"r": {angleUnit, 1, ""}, "rad": {angleUnit, 1, ""}, "radian": {angleUnit, 1, ""}, "radians": {angleUnit, 1, ""},
	"arcmin": {angleUnit, math.Pi / 180 / 60, ""}, "angular_minutes": {angleUnit, math.Pi / 180 / 60, ""}, "angular_seconds": {angleUnit, math.Pi / 180 / 3600, ""},
	"rev": {angleUnit, 2 * math.Pi, ""},
}

// unitSystems are sets of units: length, mass, force, time.
var unitSystems = map[string][4]string{
	"mks": {"meter", "kg", "newton", "sec"}, "mmks": {"mm", "kg", "newton", "sec"}, "cgs": {"cm", "gram", "dyne", "sec"}, "ips": {"inch", "pound_mass", "pound_force", "sec"},
}

// unitSet is the units in force.
type unitSet [dimensions]unit

func defaultUnits() unitSet {
	var u unitSet
	for _, n := range []string{"mm", "kg", "newton", "sec", "deg"} {
		u[unitTable[n].of] = unitTable[n]
	}
	return u
}

// toRadians returns an angle given in the unit of angles.
func (u *unitSet) toRadians(x float64) float64 { return x * u[angleUnit].factor }

// fromRadians returns an angle in the unit of angles.
func (u *unitSet) fromRadians(x float64) float64 { return x / u[angleUnit].factor }

// lookUpUnit finds a unit by its name, which may be cut short where that is unique within a dimension.
func lookUpUnit(name string, of dimension) (unit, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if u, ok := unitTable[name]; ok && (u.of == of || of == dimensions) {
		return u, true
	}
	var found unit
	words := map[string]bool{}
	for n, u := range unitTable {
		if u.of == of && len(name) > 1 && strings.HasPrefix(n, name) {
			found = u
			words[u.word] = true
		}
	}
	return found, len(words) == 1
}

// compoundUnitFactor returns how many of the units in force one of a compound unit is: newton-mm/deg, kg/meter**3.
func (u *unitSet) compoundUnitFactor(text string) (float64, bool) {
	f, sign, some := 1.0, 1.0, false
	s := strings.ToLower(strings.TrimSpace(text))
	if s == "no_units" {
		return 1, true
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case isBlank(c) || c == '-' || c == '*':
			i++
		case c == '/':
			sign = -1
			i++
		case c == '(' || c == ')':
			i++
		default:
			n := nameEnd(s, i)
			if n == i {
				return 0, false
			}
			x, ok := unitTable[s[i:n]]
			if !ok {
				return 0, false
			}
			power := 1.0
			rest := s[n:]
			for _, mark := range []string{"**", "^"} {
				if strings.HasPrefix(rest, mark) && len(rest) > len(mark) && isDigit(rest[len(mark)]) {
					power = float64(rest[len(mark)] - '0')
					n += len(mark) + 1
					break
				}
			}
			f *= math.Pow(x.factor/u[x.of].factor, sign*power)
			i, some = n, true
		}
	}
	return f, some
}
