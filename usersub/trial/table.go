package trial

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// Row is one call with what is expected of it. Arguments are in the maps by
// name; arguments of other routines are allowed there and not used.
type Row struct {
	Name  string
	ID    int // 0: the bench gives one
	Time  float64
	Par   []float64
	Ints  map[string][]int32
	Reals map[string][]float64
	Texts map[string]string
	Sizes map[string]int
	// Answers are the values of measures by query: "DX(9)". No values mean
	// that the solver does not know the measure.
	Answers map[string][]float64
	Model   map[string]string    // attributes by "ELEMENT(7).ATTRIBUTE", strings by "GTSTRG(7)"
	Want    map[string][]float64 // outputs by name; NaN for entries that do not matter
	RTol    *float64             // nil: those of the bench
	ATol    *float64
}

// Table is the rows of a file.
type Table struct{ Rows []Row }

// ReadTable reads a table for the routine sig: JSON by its suffix, CSV otherwise.
func ReadTable(path string, sig *usersub.Sig) (*Table, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var t *Table
	if strings.EqualFold(filepath.Ext(path), ".json") {
		t, err = readJSON(data, sig)
	} else {
		t, err = readCSV(data, sig)
	}
	if err == nil && len(t.Rows) == 0 {
		err = fmt.Errorf("the table has no rows")
	}
	for i := 0; err == nil && i < len(t.Rows); i++ {
		if t.Rows[i].Name == "" {
			t.Rows[i].Name = fmt.Sprintf("row %d", i+1)
		}
		if err = t.Rows[i].completeSizes(sig); err != nil {
			err = fmt.Errorf("%s: %w", t.Rows[i].Name, err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

func newEmptyRow() Row {
	return Row{Ints: map[string][]int32{}, Reals: map[string][]float64{}, Texts: map[string]string{},
		Sizes: map[string]int{}, Answers: map[string][]float64{}, Model: map[string]string{}, Want: map[string][]float64{}}
}

var (
	queryForm = regexp.MustCompile(`^\s*([A-Za-z]\w*)\s*\(([^()]*)\)\s*$`)
	entryForm = regexp.MustCompile(`^(\w+)\[(\d+)\]$`)
)

// setColumn stores the value of a column: text as it stands in a table.
func (r *Row) setColumn(sig *usersub.Sig, column, text string) error {
	switch column {
	case "name":
		r.Name = text
		return nil
	case "id":
		return parseInt(text, &r.ID)
	case "rtol", "atol":
		v, err := parseReal(text)
		if column == "rtol" {
			r.RTol = &v
		} else {
			r.ATol = &v
		}
		return err
	}
	if m := queryForm.FindStringSubmatch(column); m != nil {
		return r.setAnswer(m[1], m[2], text)
	}
	if m := entryForm.FindStringSubmatch(column); m != nil {
		return r.setExpected(sig, m[1], m[2], text)
	}
	return r.setArgument(sig, column, text)
}

// setAnswer stores the answer to a query: numbers, "error" for a measure that
// the solver does not know, or the text of an attribute for MODFNC.
func (r *Row) setAnswer(name, args, text string) error {
	if strings.EqualFold(name, "MODFNC") {
		f := strings.Split(args, ",")
		if len(f) != 3 {
			return fmt.Errorf("MODFNC(%s): three arguments are needed: element, id, attribute", args)
		}
		id, err := strconv.Atoi(strings.TrimSpace(f[1]))
		if err != nil {
			return fmt.Errorf("MODFNC(%s): %q is not an id", args, f[1])
		}
		r.Model[formatAttributeQuery(f[0], int32(id), f[2])] = text
		return nil
	}
	par, err := parseInts(strings.ReplaceAll(args, ",", " "))
	if err != nil {
		return fmt.Errorf("%s(%s): %w", name, args, err)
	}
	if strings.EqualFold(name, "GTSTRG") {
		r.Model[formatQuery(name, par)] = text
		return nil
	}
	if strings.EqualFold(text, "error") {
		r.Answers[formatQuery(name, par)] = nil
		return nil
	}
	v, err := parseReals(text)
	r.Answers[formatQuery(name, par)] = v
	return err
}

// setExpected stores one expected entry of an output.
func (r *Row) setExpected(sig *usersub.Sig, name, index, text string) error {
	i := sig.ArgIndex(name)
	if i < 0 || !sig.Args[i].Out {
		return fmt.Errorf("%s has no output %s; %s", sig.Name, name, describeColumns(sig))
	}
	k, _ := strconv.Atoi(index)
	if len(index) > 4 || k >= maxSize {
		return fmt.Errorf("%s[%d] is out of range", name, k)
	}
	v, err := parseReal(text)
	for len(r.Want[name]) <= k {
		r.Want[name] = append(r.Want[name], math.NaN())
	}
	r.Want[name][k] = v
	return err
}

// setArgument stores an argument, a size or an expected output.
func (r *Row) setArgument(sig *usersub.Sig, name, text string) (err error) {
	i := sig.ArgIndex(name)
	switch {
	case name == "dflag" || name == "iflag" || name == "npar":
		return fmt.Errorf("%s is set by the checks, not by a table", name)
	case i < 0 && slices.Contains(sizeNames(sig), name):
		n := 0
		err = parseInt(text, &n)
		r.Sizes[name] = n
	case i < 0:
		return fmt.Errorf("%s has no argument %s; %s", sig.Name, name, describeColumns(sig))
	case sig.Args[i].Out:
		r.Want[name], err = parseReals(text)
	case name == "time":
		r.Time, err = parseReal(text)
	case name == "par":
		r.Par, err = parseReals(text)
	case sig.Args[i].Kind == usersub.Text:
		r.Texts[name] = text
	case sig.Args[i].Kind == usersub.Int:
		r.Ints[name], err = parseInts(text)
	default:
		r.Reals[name], err = parseReals(text)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// describeColumns lists what a table may have.
func describeColumns(sig *usersub.Sig) string {
	var in, out []string
	for _, a := range sig.Args {
		switch {
		case a.Out:
			out = append(out, a.Name)
		case a.Name != "dflag" && a.Name != "iflag" && a.Name != "npar":
			in = append(in, a.Name)
		}
	}
	return fmt.Sprintf("columns: name, %s, queries as DX(9), outputs %s, rtol, atol",
		strings.Join(in, ", "), strings.Join(out, ", "))
}

// sizeNames lists what the lengths of a routine's arguments are made of.
func sizeNames(sig *usersub.Sig) []string {
	var list []string
	for _, a := range sig.Args {
		for f := range strings.FieldsFuncSeq(a.Len, func(c rune) bool { return c == '*' || c == '+' }) {
			if _, err := strconv.Atoi(f); err != nil && f != "npar" && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}

// maxSize bounds the sizes of a row: matrices have the square of it.
const maxSize = 1 << 12

// completeSizes finds the sizes of a row: given, or the number of values given for
// an argument of that length.
func (r *Row) completeSizes(sig *usersub.Sig) error {
	for _, name := range sizeNames(sig) {
		n, ok := r.sizeValue(sig, name)
		if !ok {
			return fmt.Errorf("the size %s is not known: give it a column", name)
		}
		if n < 0 || n > maxSize {
			return fmt.Errorf("%s = %d is not a size", name, n)
		}
		r.Sizes[name] = n
	}
	return r.checkLengths(sig)
}

func (r *Row) sizeValue(sig *usersub.Sig, name string) (int, bool) {
	if n, ok := r.Sizes[name]; ok {
		return n, true
	}
	if v := r.Ints[name]; len(v) == 1 {
		return int(v[0]), true
	}
	for _, a := range sig.Args {
		if a.Len != name {
			continue
		}
		if v, ok := r.Reals[a.Name]; ok {
			return len(v), true
		}
		if v, ok := r.Want[a.Name]; ok && a.Out {
			return len(v), true
		}
	}
	return 0, false
}

// checkLengths compares the number of values with the lengths of arguments.
func (r *Row) checkLengths(sig *usersub.Sig) error {
	f := r.newFrame(sig, 1)
	for i, a := range sig.Args {
		n, have := f.Len(i), 0
		switch {
		case a.Out:
			if have = len(r.Want[a.Name]); have < n {
				continue // the rest does not matter
			}
		case a.Name == "par" || a.Name == "time" || a.Name == "id":
			continue
		case a.Kind == usersub.Int:
			have = len(r.Ints[a.Name])
		case a.Kind == usersub.Real:
			have = len(r.Reals[a.Name])
		}
		if have != n && have != 0 {
			return fmt.Errorf("%s has %d values, %d fit", a.Name, have, n)
		}
	}
	return nil
}

// newFrame returns the arguments of a row.
func (r *Row) newFrame(sig *usersub.Sig, id int) *usersub.Frame {
	f := usersub.NewFrame(sig, sig.Element, id, r.Par, r.Sizes)
	for i, a := range sig.Args {
		if a.Kind == usersub.Text && !a.Out {
			f.Text[f.ArgOffset(i)] = r.Texts[a.Name]
		}
	}
	return f
}

// formatQuery returns the name of a query in a table. Missing markers and 0 are the
// same.
func formatQuery(name string, par []int32) string {
	for len(par) > 0 && par[len(par)-1] == 0 {
		par = par[:len(par)-1]
	}
	text := make([]string, len(par))
	for i, v := range par {
		text[i] = strconv.Itoa(int(v))
	}
	return usersub.CanonicalMeasure(name) + "(" + strings.Join(text, ",") + ")"
}

func formatAttributeQuery(element string, id int32, name string) string {
	return fmt.Sprintf("%s(%d).%s", usersub.CanonicalMeasure(element), id, usersub.CanonicalMeasure(name))
}
