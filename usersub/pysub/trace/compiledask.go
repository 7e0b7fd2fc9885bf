package trace

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// parseQueryArguments reads the arguments of py_sysfnc and py_sysary, which have to be known.
func (s *callScope) parseQueryArguments(x []tracedValue) (string, []int32) {
	if len(x) == 3 {
		x = x[:2]
	}
	if len(x) != 2 {
		s.c.abandonEvaluation()
	}
	name, ok := x[0].(word)
	items, list := s.c.sequenceItems(x[1])
	if n, one := x[1].(*tracedNumber); one {
		items, list = []tracedValue{n}, true
	}
	if !ok || !list {
		s.c.refuseToCompile("a query whose name or arguments are not known")
	}
	var par []int32
	for _, v := range items {
		n, ok := v.(*tracedNumber)
		if !ok || !n.known {
			s.c.refuseToCompile("a query whose arguments are not known")
		}
		i, ok := python.RoundToInt32(py.Float(n.k))
		if !ok {
			s.c.abandonEvaluation()
		}
		par = append(par, i)
	}
	return usersub.CanonicalMeasure(string(name)), par
}

// evalQuery returns the values of a query and its error flag. One that was never made
// ends the evaluation: the routine is called, makes the query, and is compiled again.
func (s *callScope) evalQuery(isVector bool, x []tracedValue) ([]tracedValue, tracedValue) {
	name, par := s.parseQueryArguments(x)
	c := s.c
	i := c.frame.FindQuery(isVector, name, par)
	if i < 0 {
		c.abandonEvaluation()
	}
	var all []tracedValue
	for k := c.frame.QueryAnswers.At[i]; k < c.frame.QueryAnswers.At[i+1]; k++ {
		if at, ok := c.inputs[usersub.Input{Answer: true, At: int(k)}]; ok {
			all = append(all, &tracedNumber{kind: isFloat, at: c.b.Measure(at)})
		} else {
			all = append(all, newKnownFloat(c.frame.Value[k]))
		}
	}
	return all, newKnownInt(float64(c.frame.Flag[i]))
}

func (s *callScope) callSysFnc(x []tracedValue) tracedValue {
	v, flag := s.evalQuery(false, x)
	return s.c.newList([]tracedValue{v[0], flag})
}

func (s *callScope) callSysAry(x []tracedValue) tracedValue {
	v, flag := s.evalQuery(true, x)
	return tuple{items: []tracedValue{s.c.newList(v), flag}}
}

// callErrMes is py_errmes(flag, text, id, tag), which does nothing where the flag is 0.
// Otherwise the interpreter is to say it.
func (s *callScope) callErrMes(x []tracedValue) tracedValue {
	if len(x) == 0 {
		s.c.abandonEvaluation()
	}
	t, known, is := s.c.evalTruth(x[0])
	if !known {
		return s.c.evalBothBranches(t, func() tracedValue { s.c.abandonEvaluation(); return nil }, func() tracedValue { return nothing{} })
	}
	if is {
		s.c.abandonEvaluation()
	}
	return nothing{}
}

func (s *callScope) callModFnc(x []tracedValue) tracedValue {
	if len(x) != 3 {
		s.c.abandonEvaluation()
	}
	element, ok1 := x[0].(word)
	id, ok2 := x[1].(*tracedNumber)
	attribute, ok3 := x[2].(word)
	if !ok1 || !ok2 || !ok3 || !id.known {
		s.c.refuseToCompile("a query for an attribute that is not known")
	}
	i, ok := python.RoundToInt32(py.Float(id.k))
	if !ok {
		s.c.abandonEvaluation()
	}
	t, info := s.c.state.ModFnc(usersub.CanonicalMeasure(string(element)), i, usersub.CanonicalMeasure(string(attribute)))
	return s.c.newList([]tracedValue{word(t), newKnownInt(float64(info))})
}
