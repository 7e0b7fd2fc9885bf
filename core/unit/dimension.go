package unit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Measure is a unit of any quantity: exponents of mass, length and time, and its size in SI. An angle has the dimension of a number and
// the size of a radian.
type Measure struct {
	Mass, Length, Time float64
	Size               float64
}

// Number is the unit of numbers without a unit.
var Number = Measure{Size: 1}

// multiplyByPower returns m multiplied by a power of n.
func (m Measure) multiplyByPower(n Measure, power float64) Measure {
	return Measure{m.Mass + power*n.Mass, m.Length + power*n.Length, m.Time + power*n.Time, m.Size * math.Pow(n.Size, power)}
}

// IsSameQuantity reports whether both measure the same quantity, whatever their sizes.
func (m Measure) IsSameQuantity(n Measure) bool {
	const rounding = 1e-9
	return math.Abs(m.Mass-n.Mass) < rounding && math.Abs(m.Length-n.Length) < rounding && math.Abs(m.Time-n.Time) < rounding
}

// quantities are the lists of units with the dimension of each: a force is mass times length by time squared.
var quantities = []struct {
	list []Unit
	of   Measure
}{
	{Forces, Measure{Mass: 1, Length: 1, Time: -2}}, {Masses, Measure{Mass: 1}}, {Lengths, Measure{Length: 1}}, {Times, Measure{Time: 1}}, {Angles, Measure{}},
}

// derived are units with names of their own that no list has, in terms of others.
var derived = map[string]string{"Pa": "N/m^2", "kPa": "kN/m^2", "MPa": "N/mm^2", "GPa": "kN/mm^2", "J": "N m", "kJ": "kN m", "W": "N m/s", "kW": "kN m/s", "Hz": "1/s"}

// FindByName returns the unit with one of the names of the lists or of derived units.
func FindByName(name string) (Measure, bool) {
	for _, q := range quantities {
		if u, ok := FindInList(q.list, name); ok {
			m := q.of
			m.Size = u.SI
			return m, true
		}
	}
	if text, ok := derived[name]; ok {
		m, err := ParseProduct(text, FindByName)
		return m, err == nil
	}
	return Measure{}, false
}

// ParseProduct reads a product of units: "N/mm", "kg m^2", "N s/(m rad)", "mm/s²", "1/s". Behind a slash is one factor, or several in
// parentheses. named returns the unit of a name.
func ParseProduct(text string, findUnit func(name string) (Measure, bool)) (Measure, error) {
	p := &parser{text: []rune(text), named: findUnit}
	m, err := p.parseProduct()
	if err == nil && p.at < len(p.text) {
		err = fmt.Errorf("%q is unexpected", string(p.text[p.at]))
	}
	return m, err
}

type parser struct {
	text  []rune
	at    int
	named func(string) (Measure, bool)
}

// skipBlanksAndProductSigns passes blanks and signs of multiplication.
func (p *parser) skipBlanksAndProductSigns() {
	for p.at < len(p.text) && strings.ContainsRune(" \t*·", p.text[p.at]) {
		p.at++
	}
}

func (p *parser) parseProduct() (Measure, error) {
	m, err := p.parseFactor()
	for err == nil {
		if p.skipBlanksAndProductSigns(); p.at >= len(p.text) || p.text[p.at] == ')' {
			break
		}
		power := 1.0
		if p.text[p.at] == '/' {
			power = -1
			p.at++
		}
		var n Measure
		if n, err = p.parseFactor(); err == nil {
			m = m.multiplyByPower(n, power)
		}
	}
	return m, err
}

func (p *parser) parseFactor() (Measure, error) {
	p.skipBlanksAndProductSigns()
	var m Measure
	switch start := p.at; {
	case p.at >= len(p.text):
		return m, fmt.Errorf("a unit is missing at the end")
	case p.text[p.at] == '(':
		p.at++
		var err error
		if m, err = p.parseProduct(); err != nil {
			return m, err
		}
		if p.at >= len(p.text) || p.text[p.at] != ')' {
			return m, fmt.Errorf("a ) is missing")
		}
		p.at++
	case p.text[p.at] == '1':
		p.at++
		m = Number
	default:
		for p.at < len(p.text) && (unicode.IsLetter(p.text[p.at]) || p.text[p.at] == '_') {
			p.at++
		}
		name := string(p.text[start:p.at])
		if name == "" {
			return m, fmt.Errorf("%q is unexpected", string(p.text[p.at]))
		}
		var ok bool
		if m, ok = p.named(name); !ok {
			return m, fmt.Errorf("%q is not a unit", name)
		}
	}
	power, err := p.parseExponent()
	return Number.multiplyByPower(m, power), err
}

var superscripts = map[rune]float64{'²': 2, '³': 3, '⁴': 4}

// parseExponent reads the exponent of a factor, 1 without one.
func (p *parser) parseExponent() (float64, error) {
	if p.at >= len(p.text) {
		return 1, nil
	}
	if n := superscripts[p.text[p.at]]; n != 0 {
		p.at++
		return n, nil
	}
	start := p.at
	if p.text[p.at] == '^' {
		p.at++
		start = p.at
	}
	for p.at < len(p.text) && (unicode.IsDigit(p.text[p.at]) || p.at == start && p.text[p.at] == '-' || p.text[p.at] == '.') {
		p.at++
	}
	text := string(p.text[start:p.at])
	if text == "" && p.text[max(start-1, 0)] != '^' {
		return 1, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not an exponent", text)
	}
	return v, nil
}
