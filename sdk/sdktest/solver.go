package sdktest

import (
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/sdk/usersub"
)

// fakeSolver answers what it received and knows nothing else.
type fakeSolver struct {
	known  usersub.QueryAnswers
	models []model
	texts  map[int32]string
	deck   string
	scales [4]float64 // of time, length, force and mass; zeros if the deck reports no units
}

type model struct {
	element   string
	id        int
	attribute string
	text      string
	info      int
}

// SetSysFnc sets the value of a scalar measure: SetSysFnc(1.25, "DX", 9) is DX(9) = 1.25.
func (s *fakeSolver) SetSysFnc(value float64, name string, ids ...int) {
	s.setMeasure(false, name, ids, value)
}

// SetSysAry sets the values of a vector measure.
func (s *fakeSolver) SetSysAry(values []float64, name string, ids ...int) {
	s.setMeasure(true, name, ids, values...)
}

func (s *fakeSolver) setMeasure(isVector bool, name string, ids []int, values ...float64) {
	par := make([]int32, len(ids))
	for k, id := range ids {
		par[k] = int32(id)
	}
	name = usersub.CanonicalMeasure(name)
	if i := s.known.FindQuery(isVector, name, par); i >= 0 && len(s.known.AnswerValues(i)) == len(values) {
		copy(s.known.AnswerValues(i), values)
		return
	} else if i >= 0 {
		s.known.Asked[i].Name = "" // never found again: it has no room for the new values
	}
	s.known.AddAnswer(usersub.Query{Ary: isVector, Name: name, Par: par}, 0, values...)
}

// SetModFnc sets an attribute of a model element as text, and its kind as ModFnc
// of a Call gives it (2 for an integer).
func (s *fakeSolver) SetModFnc(text string, info int, element string, id int, attribute string) {
	m := model{element, id, attribute, text, info}
	at := func(o model) bool { return o.matches(element, int32(id), attribute) }
	if i := slices.IndexFunc(s.models, at); i >= 0 {
		s.models[i] = m
		return
	}
	s.models = append(s.models, m)
}

func (m model) matches(element string, id int32, attribute string) bool {
	return strings.EqualFold(m.element, element) && m.id == int(id) &&
		strings.EqualFold(m.attribute, attribute)
}

// SysFnc returns a scalar measure of the test.
func (s *fakeSolver) SysFnc(name string, par []int32) (float64, int32) {
	if i := s.known.FindQuery(false, name, par); i >= 0 {
		return s.known.AnswerValues(i)[0], 0
	}
	return 0, 1
}

// SysAry returns a vector of measures of the test.
func (s *fakeSolver) SysAry(name string, par []int32, dst []float64) (int, int32) {
	if i := s.known.FindQuery(true, name, par); i >= 0 {
		copy(dst, s.known.AnswerValues(i))
		return len(s.known.AnswerValues(i)), 0
	}
	return 0, 1
}

// ModFnc returns an attribute of an element of the test.
func (s *fakeSolver) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	for _, m := range s.models {
		if m.matches(element, id, attribute) {
			return m.text, int32(m.info)
		}
	}
	return "", -1
}
