package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// tyreProperties is a property file: each field is the key of its name. Forces, lengths, angles and times are in
// newtons, metres, radians and seconds. Keys that a file lacks are 0, scale factors (L...) 1.
type tyreProperties struct {
	// [MODEL]
	LONGVL, VXLOW float64
	// [DIMENSION]
	UNLOADED_RADIUS float64
	// [VERTICAL]
	VERTICAL_STIFFNESS, VERTICAL_DAMPING, BREFF, DREFF, FREFF, FNOMIN float64
	// [LONG_SLIP_RANGE] [SLIP_ANGLE_RANGE] [INCLINATION_ANGLE_RANGE]
	KPUMIN, KPUMAX, ALPMIN, ALPMAX, CAMMIN, CAMMAX float64
	// [SCALING_COEFFICIENTS]
	LFZO, LCX, LMUX, LEX, LKX, LHX, LVX, LGAX, LCY, LMUY, LEY, LKY, LHY, LVY, LGAY float64
	LTR, LRES, LGAZ, LXAL, LYKA, LVYKA, LS, LSGKP, LSGAL, LMX, LVMX, LMY           float64
	// [LONGITUDINAL_COEFFICIENTS]
	PCX1, PDX1, PDX2, PDX3, PEX1, PEX2, PEX3, PEX4, PKX1, PKX2, PKX3, PHX1, PHX2, PVX1, PVX2 float64
	RBX1, RBX2, RCX1, REX1, REX2, RHX1, PTX1, PTX2, PTX3                                     float64
	// [OVERTURNING_COEFFICIENTS] [ROLLING_COEFFICIENTS]
	QSX1, QSX2, QSX3, QSY1, QSY2, QSY3, QSY4 float64
	// [LATERAL_COEFFICIENTS]
	PCY1, PDY1, PDY2, PDY3, PEY1, PEY2, PEY3, PEY4, PKY1, PKY2, PKY3, PHY1, PHY2, PHY3 float64
	PVY1, PVY2, PVY3, PVY4, RBY1, RBY2, RBY3, RCY1, REY1, REY2, RHY1, RHY2             float64
	RVY1, RVY2, RVY3, RVY4, RVY5, RVY6, PTY1, PTY2                                     float64
	// [ALIGNING_COEFFICIENTS]
	QBZ1, QBZ2, QBZ3, QBZ4, QBZ5, QBZ9, QBZ10, QCZ1, QDZ1, QDZ2, QDZ3, QDZ4, QDZ6, QDZ7 float64
	QDZ8, QDZ9, QEZ1, QEZ2, QEZ3, QEZ4, QEZ5, QHZ1, QHZ2, QHZ3, QHZ4                    float64
	SSZ1, SSZ2, SSZ3, SSZ4                                                              float64

	side    float64  // 1 measured on the left side, -1 on the right
	missing []string // keys that the file lacks and that count as 0 or 1
	unused  []string // keys of the file that mean nothing here
}

// needed are keys without which there is no tyre, and the sign that they must have; 0 is any.
// A negative PKY1 reports the axes of ISO, in which forces are against positive slip angles.
var needed = []struct {
	key  string
	sign float64
}{{"UNLOADED_RADIUS", 1}, {"VERTICAL_STIFFNESS", 1}, {"FNOMIN", 1}, {"LFZO", 1}, {"PCX1", 1}, {"PDX1", 1}, {"PKX1", 1},
	{"PCY1", 1}, {"PDY1", 0}, {"PKY1", -1}, {"PKY2", 1}}

// words are the keys with texts that mean something: what they may say.
var words = map[string][]string{
	"LENGTH": {"meter", "metre"}, "FORCE": {"newton"}, "ANGLE": {"radian", "radians", "rad"}, "MASS": {"kg", "kilogram"}, "TIME": {"second", "sec"},
	"FILE_TYPE": {"tir"}, "FILE_FORMAT": {"ascii"}, "PROPERTY_FILE_FORMAT": {"pac2002", "mf_05", "mf-tyre", "mf_tyre", "mf52"},
	"FITTYP": {"5", "6", "21", "52"}, "TYRESIDE": {"left", "right", "unknown", "symmetric"},
}

// readFile reads a property file.
func readFile(path string) (*tyreProperties, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the property file of the tyre: %w", err)
	}
	defer f.Close()
	return parseProperties(f, path)
}

// parseProperties takes lines KEY = value under headings [SECTION]; comments begin with ! or $. Keys of
// the Magic Formula differ from each other in all sections, so that headings are not examined.
func parseProperties(r io.Reader, name string) (*tyreProperties, error) {
	p := &tyreProperties{side: 1}
	fields := reflect.ValueOf(p).Elem()
	given := map[string]int{}
	lines, no := bufio.NewScanner(r), 0
	var all []error
	table := ""
	for lines.Scan() {
		no++
		line, _, _ := strings.Cut(lines.Text(), "!")
		line, _, _ = strings.Cut(line, "$")
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			table = ""
		}
		if line == "" || strings.HasPrefix(line, "[") {
			continue
		}
		key, text, ok := strings.Cut(line, "=")
		key, text = strings.ToUpper(strings.TrimSpace(key)), strings.Trim(strings.TrimSpace(text), "'\"")
		fault := func(format string, args ...any) {
			all = append(all, fmt.Errorf("%s:%d: %s", name, no, fmt.Sprintf(format, args...)))
		}
		switch {
		case strings.HasPrefix(line, "{"):
			table = strings.Trim(line, "{}")
			p.unused = append(p.unused, "table "+strings.TrimSpace(table))
		case table != "" && !ok: // rows of a table
		case !ok:
			fault("wanted KEY = value, found %q", line)
		case given[key] > 0 && fields.FieldByName(key).IsValid():
			fault("%s is given twice, first in line %d", key, given[key])
		default:
			given[key] = no
			if err := p.setField(fields, key, text); err != nil {
				fault("%v", err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		all = append(all, fmt.Errorf("%s: %w", name, err))
	}
	if err := errors.Join(all...); err != nil {
		return nil, err
	}
	if err := p.fillDefaults(fields, given, name); err != nil {
		return nil, err
	}
	return p, nil
}

// setField sets the field of one key.
func (p *tyreProperties) setField(fields reflect.Value, key, text string) error {
	if may, ok := words[key]; ok {
		if !slices.Contains(may, strings.ToLower(text)) {
			return fmt.Errorf("%s must be one of %s, found %q", key, strings.Join(may, ", "), text)
		}
		if key == "TYRESIDE" && strings.EqualFold(text, "right") {
			p.side = -1
		}
		return nil
	}
	f := fields.FieldByName(key)
	if !f.IsValid() || !f.CanSet() {
		p.unused = append(p.unused, key)
		return nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v-v != 0 {
		return fmt.Errorf("%s must be a number, found %q", key, text)
	}
	f.SetFloat(v)
	return nil
}

// fillDefaults fills in what the file lacks and checks what must be there.
func (p *tyreProperties) fillDefaults(fields reflect.Value, given map[string]int, name string) error {
	for k := range fields.NumField() {
		f := fields.Type().Field(k)
		if !f.IsExported() || given[f.Name] > 0 {
			continue
		}
		p.missing = append(p.missing, f.Name)
		if f.Name[0] == 'L' && f.Name != "LONGVL" {
			fields.Field(k).SetFloat(1)
		}
	}
	var all []error
	for _, n := range needed {
		v, at := fields.FieldByName(n.key).Float(), fmt.Sprintf("%s:%d", name, given[n.key])
		switch {
		case given[n.key] == 0 && n.key != "LFZO":
			all = append(all, fmt.Errorf("%s: %s is missing", name, n.key))
		case v == 0 || v*n.sign < 0 && n.sign > 0:
			all = append(all, fmt.Errorf("%s: %s must be greater than 0, found %g", at, n.key, v))
		case v*n.sign < 0:
			all = append(all, fmt.Errorf("%s: %s must be less than 0 (axes of ISO: x forward, y left, z up), found %g", at, n.key, v))
		}
	}
	for _, r := range [][2]string{{"KPUMIN", "KPUMAX"}, {"ALPMIN", "ALPMAX"}, {"CAMMIN", "CAMMAX"}} {
		lo, hi := fields.FieldByName(r[0]).Float(), fields.FieldByName(r[1]).Float()
		if given[r[0]]+given[r[1]] > 0 && lo >= hi {
			all = append(all, fmt.Errorf("%s:%d: %s must be less than %s", name, max(given[r[0]], given[r[1]]), r[0], r[1]))
		}
	}
	return errors.Join(all...)
}
