package subtest

import (
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// State is a solver that knows a few measures, whose values depend on their
// arguments and on Shift, and one joint. It counts and records what it is asked.
type State struct {
	Shift   float64         // moves every value: stands for another position
	Asked   []usersub.Query // SYSFNC and SYSARY queries that came through
	Model   int             // MODFNC queries
	Silent  bool            // do not record
	Entered int             // SYSFNC and SYSARY queries, recorded or not
}

var _ usersub.State = (*State)(nil)

// lengths holds the measures that State knows: 0 for scalars, else the number
// of values.
var lengths = map[string]int{
	"DX": 0, "DY": 0, "DM": 0, "WZ": 0, "JOINT": 0, "TIME": 0,
	"TDISP": 3, "VEL": 6,
}

// measureValue is component c of a measure: distinct for every name and argument.
func (s *State) measureValue(name string, par []int32, c int) float64 {
	v := 0.1*float64(len(name)) + 0.01*float64(name[0]%32) + 0.02*float64(name[1]%32) + s.Shift
	for k, p := range par {
		v += float64(p%100) * 0.003 * float64(k+1)
	}
	return v + 0.25*float64(c)
}

func (s *State) recordQuery(isVector bool, name string, par []int32) {
	s.Entered++
	if !s.Silent {
		s.Asked = append(s.Asked, usersub.Query{
			Ary: isVector, Name: name, Par: append([]int32(nil), par...)})
	}
}

// SysFnc returns a scalar measure of the test.
func (s *State) SysFnc(name string, par []int32) (float64, int32) {
	s.recordQuery(false, name, par)
	if n, ok := lengths[name]; !ok || n != 0 {
		return 0, 1
	}
	return s.measureValue(name, par, 0), 0
}

// SysAry returns a vector of measures of the test.
func (s *State) SysAry(name string, par []int32, dst []float64) (int, int32) {
	s.recordQuery(true, name, par)
	n := lengths[name]
	if n == 0 {
		return 0, 1
	}
	for c := range min(n, len(dst)) {
		dst[c] = s.measureValue(name, par, c)
	}
	return n, 0
}

// Joint is the only element that ModFnc knows: a Constraint_Joint with these
// markers.
const (
	Joint   = 301
	IMarker = 30101020
	JMarker = 30102025
)

// ModFnc returns an attribute of an element of the test.
func (s *State) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	s.Model++
	if !strings.EqualFold(strings.TrimSpace(element), "Constraint_Joint") {
		return "", -1
	}
	if id != Joint {
		return "", -2
	}
	switch strings.ToLower(strings.TrimSpace(attribute)) {
	case "i_marker_id":
		return strconv.Itoa(IMarker), 2
	case "j_marker_id":
		return strconv.Itoa(JMarker), 2
	}
	return "", -3
}

// RefreshAnswers computes the answers of f again, as the solver does before a call. It
// queries s without recording.
func (s *State) RefreshAnswers(f *usersub.Frame) {
	quiet := &State{Shift: s.Shift, Silent: true}
	for i, q := range f.Asked {
		dst := f.Value[f.QueryAnswers.At[i]:f.QueryAnswers.At[i+1]]
		if q.Ary {
			_, f.Flag[i] = quiet.SysAry(q.Name, q.Par, dst)
		} else {
			dst[0], f.Flag[i] = quiet.SysFnc(q.Name, q.Par)
		}
	}
}
