package trial

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

var (
	_ usersub.Clock    = (*recordedRowAnswers)(nil)
	_ usersub.Data     = (*recordedRowAnswers)(nil)
	_ usersub.Declarer = (*recordedRowAnswers)(nil)

	_ usersub.SplinePutter = (*recordedRowAnswers)(nil)
	_ usersub.MatrixPutter = (*recordedRowAnswers)(nil)
	_ usersub.StringPutter = (*recordedRowAnswers)(nil)
	_ usersub.MarkerPutter = (*recordedRowAnswers)(nil)
)

// recordedRowAnswers answers the queries of a routine from a row. In a set-up call every
// answer is zero, as it is in a solver.
type recordedRowAnswers struct {
	row     *Row
	setup   bool
	unknown []string // queries that the row has no answer to
}

// lengths of vector measures, for the set-up call.
var lengths = map[string]int{"DISP": 6, "TDISP": 3, "RDISP": 3, "VEL": 6, "TVEL": 3, "RVEL": 3, "ACC": 6, "TACC": 3,
	"RACC": 3, "FORCE": 6, "TFORCE": 3, "RFORCE": 3, "UVX": 3, "UVY": 3, "UVZ": 3, "DC": 9}

func (s *recordedRowAnswers) findAnswer(name string, par []int32) ([]float64, bool) {
	q := formatQuery(name, par)
	v, ok := s.row.Answers[q]
	if !ok && q == "TIME()" {
		return []float64{s.row.Time}, true
	}
	if !ok && !s.setup {
		s.recordUnanswered(q)
	}
	return v, ok
}

// SysFnc returns a scalar measure of the row.
func (s *recordedRowAnswers) SysFnc(name string, par []int32) (float64, int32) {
	v, _ := s.findAnswer(name, par)
	switch {
	case s.setup:
		return 0, 0
	case len(v) != 1:
		return 0, 1
	}
	return v[0], 0
}

// SysAry returns a vector of measures of the row.
func (s *recordedRowAnswers) SysAry(name string, par []int32, dst []float64) (int, int32) {
	v, _ := s.findAnswer(name, par)
	if s.setup {
		n := max(len(v), lengths[usersub.CanonicalMeasure(name)], 1)
		clear(dst[:min(n, len(dst))])
		return n, 0
	}
	if len(v) == 0 {
		return 0, 1
	}
	copy(dst, v)
	return len(v), 0
}

// ModFnc returns an attribute of an element of the row.
func (s *recordedRowAnswers) ModFnc(element string, id int32, name string) (text string, kindOrError int32) {
	text, ok := s.row.Model[formatAttributeQuery(element, id, name)]
	if !ok {
		s.recordUnanswered("MODFNC(" + usersub.CanonicalMeasure(element) + "," + strconv.Itoa(int(id)) + "," + usersub.CanonicalMeasure(name) + ")")
		return "", -2
	}
	return text, modfncKind(text)
}

// modfncKind is what MODFNC says of a text: 0 and 1 logical, 2 integer, 3 integers,
// 4 real, 5 reals, 6 text.
func modfncKind(text string) int32 {
	switch strings.ToUpper(text) {
	case "FALSE":
		return 0
	case "TRUE":
		return 1
	}
	many := int32(0)
	if len(strings.Fields(text)) > 1 {
		many = 1
	}
	if v, err := parseInts(text); err == nil && len(v) > 0 {
		return 2 + many
	}
	if v, err := parseReals(text); err == nil && len(v) > 0 {
		return 4 + many
	}
	return 6
}

// TimGet implements usersub.Clock: each call is as if a step had just ended.
func (s *recordedRowAnswers) TimGet() float64 { return s.row.Time }

// GetStm returns the time of the row.
func (s *recordedRowAnswers) GetStm() float64 { return s.row.Time }

// GtAray implements usersub.Data with the answer to "GTARAY(7)".
func (s *recordedRowAnswers) GtAray(id int32) ([]float64, int32) {
	v, ok := s.findAnswer("GTARAY", []int32{id})
	if !ok {
		return nil, 1
	}
	return v, 0
}

// GtStrg implements usersub.Data with the text of "GTSTRG(7)".
func (s *recordedRowAnswers) GtStrg(id int32) (string, int32) {
	q := formatQuery("GTSTRG", []int32{id})
	text, ok := s.row.Model[q]
	if !ok {
		s.recordUnanswered(q)
		return "", 1
	}
	return text, 0
}

// UcoVar implements usersub.Declarer: q of a row has the values.
func (s *recordedRowAnswers) UcoVar(int32, []int32, []int32) int32 { return 0 }

// UcoMar accepts every declaration.
func (s *recordedRowAnswers) UcoMar(int32, []int32, []int32) int32 { return 0 }

// PutSpline implements usersub.SplinePutter: it examines the points and drops
// them.
func (s *recordedRowAnswers) PutSpline(_ int32, x, y, z []float64) int32 {
	if len(x) < 4 || len(y) < len(x)*max(len(z), 1) {
		return 1
	}
	return 0
}

// PutMarker accepts every marker.
func (s *recordedRowAnswers) PutMarker(int32, [3]float64, int32, []float64) int32 { return 0 }

// PutMatrix accepts every matrix.
func (s *recordedRowAnswers) PutMatrix(int32, int, int, []float64) int32 { return 0 }

// PutString accepts every string.
func (s *recordedRowAnswers) PutString(int32, string) int32 { return 0 }

// recordUnanswered notes a query that the row has no answer to.
func (s *recordedRowAnswers) recordUnanswered(q string) {
	if !slices.Contains(s.unknown, q) {
		s.unknown = append(s.unknown, q)
	}
}
