package trace

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// queryArguments reads the arguments of py_sysfnc and py_sysary, which have to be known.
func (s *scope) queryArguments(x []val) (string, []int32) {
	if len(x) == 3 {
		x = x[:2]
	}
	if len(x) != 2 {
		s.c.endEvaluation()
	}
	name, ok := x[0].(word)
	items, list := s.c.itemsOf(x[1])
	if n, one := x[1].(*num); one {
		items, list = []val{n}, true
	}
	if !ok || !list {
		s.c.refuseCompile("a query whose name or arguments are not known")
	}
	var par []int32
	for _, v := range items {
		n, ok := v.(*num)
		if !ok || !n.known {
			s.c.refuseCompile("a query whose arguments are not known")
		}
		i, ok := python.RoundedInt32(py.Float(n.k))
		if !ok {
			s.c.endEvaluation()
		}
		par = append(par, i)
	}
	return usersub.CanonicalMeasure(string(name)), par
}

// queryValues returns the values of a query and its error flag. One that was never made
// ends the evaluation: the routine is called, makes the query, and is compiled again.
func (s *scope) queryValues(ary bool, x []val) ([]val, val) {
	name, par := s.queryArguments(x)
	c := s.c
	i := c.frame.Find(ary, name, par)
	if i < 0 {
		c.endEvaluation()
	}
	var all []val
	for k := c.frame.QueryAnswers.At[i]; k < c.frame.QueryAnswers.At[i+1]; k++ {
		if at, ok := c.inputs[usersub.Input{Answer: true, At: int(k)}]; ok {
			all = append(all, &num{kind: isFloat, at: c.b.Measure(at)})
		} else {
			all = append(all, knownFloat(c.frame.Value[k]))
		}
	}
	return all, knownInt(float64(c.frame.Flag[i]))
}

func (s *scope) callSysFnc(x []val) val {
	v, flag := s.queryValues(false, x)
	return s.c.newList([]val{v[0], flag})
}

func (s *scope) callSysAry(x []val) val {
	v, flag := s.queryValues(true, x)
	return tuple{items: []val{s.c.newList(v), flag}}
}

// callErrMes is py_errmes(flag, text, id, tag), which does nothing where the flag is 0.
// Otherwise the interpreter is to say it.
func (s *scope) callErrMes(x []val) val {
	if len(x) == 0 {
		s.c.endEvaluation()
	}
	t, known, is := s.c.truthOf(x[0])
	if !known {
		return s.c.emitBranch(t, func() val { s.c.endEvaluation(); return nil }, func() val { return nothing{} })
	}
	if is {
		s.c.endEvaluation()
	}
	return nothing{}
}

func (s *scope) callModFnc(x []val) val {
	if len(x) != 3 {
		s.c.endEvaluation()
	}
	element, ok1 := x[0].(word)
	id, ok2 := x[1].(*num)
	attribute, ok3 := x[2].(word)
	if !ok1 || !ok2 || !ok3 || !id.known {
		s.c.refuseCompile("a query for an attribute that is not known")
	}
	i, ok := python.RoundedInt32(py.Float(id.k))
	if !ok {
		s.c.endEvaluation()
	}
	t, info := s.c.state.ModFnc(usersub.CanonicalMeasure(string(element)), i, usersub.CanonicalMeasure(string(attribute)))
	return s.c.newList([]val{word(t), knownInt(float64(info))})
}
