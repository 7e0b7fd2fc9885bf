package trace

import (
	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
)

// query reads the arguments of py_sysfnc and py_sysary, which have to be known.
func (s *scope) query(x []val) (string, []int32) {
	if len(x) == 3 {
		x = x[:2]
	}
	if len(x) != 2 {
		s.c.stop()
	}
	name, ok := x[0].(word)
	items, list := s.c.items(x[1])
	if n, one := x[1].(*num); one {
		items, list = []val{n}, true
	}
	if !ok || !list {
		s.c.refuse("a query whose name or arguments are not known")
	}
	var par []int32
	for _, v := range items {
		n, ok := v.(*num)
		if !ok || !n.known {
			s.c.refuse("a query whose arguments are not known")
		}
		i, ok := python.RoundedInt32(py.Float(n.k))
		if !ok {
			s.c.stop()
		}
		par = append(par, i)
	}
	return usersub.Canonical(string(name)), par
}

// asked returns the values of a query and its error flag. One that was never asked
// ends the evaluation: the routine is called, asks, and is compiled again.
func (s *scope) asked(ary bool, x []val) ([]val, val) {
	name, par := s.query(x)
	c := s.c
	i := c.frame.Find(ary, name, par)
	if i < 0 {
		c.stop()
	}
	var all []val
	for k := c.frame.Answers.At[i]; k < c.frame.Answers.At[i+1]; k++ {
		if at, ok := c.inputs[usersub.Input{Answer: true, At: int(k)}]; ok {
			all = append(all, &num{kind: isFloat, at: c.b.Measure(at)})
		} else {
			all = append(all, knownFloat(c.frame.Value[k]))
		}
	}
	return all, knownInt(float64(c.frame.Flag[i]))
}

func (s *scope) sysfnc(x []val) val {
	v, flag := s.asked(false, x)
	return s.c.list([]val{v[0], flag})
}

func (s *scope) sysary(x []val) val {
	v, flag := s.asked(true, x)
	return tuple{items: []val{s.c.list(v), flag}}
}

// errmes is py_errmes(flag, text, id, tag), which does nothing where the flag is 0.
// Otherwise the interpreter is to say it.
func (s *scope) errmes(x []val) val {
	if len(x) == 0 {
		s.c.stop()
	}
	t, known, is := s.c.truth(x[0])
	if !known {
		return s.c.fork(t, func() val { s.c.stop(); return nil }, func() val { return nothing{} })
	}
	if is {
		s.c.stop()
	}
	return nothing{}
}

func (s *scope) modfnc(x []val) val {
	if len(x) != 3 {
		s.c.stop()
	}
	element, ok1 := x[0].(word)
	id, ok2 := x[1].(*num)
	attribute, ok3 := x[2].(word)
	if !ok1 || !ok2 || !ok3 || !id.known {
		s.c.refuse("a query for an attribute that is not known")
	}
	i, ok := python.RoundedInt32(py.Float(id.k))
	if !ok {
		s.c.stop()
	}
	t, info := s.c.state.ModFnc(usersub.Canonical(string(element)), i, usersub.Canonical(string(attribute)))
	return s.c.list([]val{word(t), knownInt(float64(info))})
}
