package expr

import (
	"fmt"
	"math"
)

// Compile reads an expression. Exactly one of program and list of errors is nil;
// the errors are in order of place.
func Compile(src string, table Table) (*Program, []Error) {
	var errs errorList
	root := parse(src, &errs)
	c := checker{src: src, table: table, errs: &errs}
	c.checkNode(root)
	if len(errs.list) > 0 {
		return nil, errs.sortedErrors()
	}
	return compileTree(src, root), nil
}

// checker resolves names, counts arguments and evaluates constant parts, in
// place.
type checker struct {
	src   string
	table Table
	errs  *errorList
	dead  int // > 0 inside a branch that is never taken: values do not matter there
}

// checkNode returns whether n is free of errors.
func (c *checker) checkNode(n *node) bool {
	switch n.kind {
	case nodeNumber:
		return true
	case nodeName:
		return c.resolveName(n)
	case nodeCall:
		return c.checkCall(n)
	case nodeOperator:
		return c.checkArguments(n.args) && c.foldConstants(n)
	}
	if n.name != "" { // a call without its end
		c.lookUpSignature(n)
	}
	c.checkArguments(n.args)
	return false
}

func (c *checker) checkArguments(args []*node) bool {
	ok := true
	for _, a := range args {
		ok = c.checkNode(a) && ok
	}
	return ok
}

func (c *checker) resolveName(n *node) bool {
	n.kind = nodeNumber
	switch n.name {
	case "PI":
		n.val = math.Pi
	case "RTOD":
		n.val = 180 / math.Pi
	case "DTOR":
		n.val = math.Pi / 180
	case "TIME":
		n.kind = nodeTime
	case "MODE":
		n.kind = nodeMode
	default:
		n.kind = nodeBad
		if _, ok := c.lookUpSignature(n); ok {
			c.errs.addError(n.namePos, n.nameEnd, n.name+" needs an argument list", "write "+n.name+"( )")
		}
		return false
	}
	return true
}

// lookUpSignature returns the signature of a function, IF or measure; it reports an error
// if there is none.
func (c *checker) lookUpSignature(n *node) (Signature, bool) {
	if f := builtins[n.name]; f != nil && n.name != "NEG" {
		return Signature{Kind: KindExternal, Reals: f.min}, true
	}
	switch n.name {
	case "IF":
		return Signature{Kind: KindExternal, Reals: 4}, true
	case "DELAY":
		return Signature{Kind: KindExternal, Reals: 3}, true
	case "PI", "RTOD", "DTOR", "TIME", "MODE":
		c.errs.addError(n.namePos, n.nameEnd, n.name+" takes no argument list", "write "+n.name+" alone")
		return Signature{}, false
	}
	if c.table != nil {
		if s, ok := c.table.Lookup(n.name); ok {
			return s, true
		}
	}
	c.errs.addError(n.namePos, n.nameEnd, "unknown name "+n.name, nearestNameHint(n.name, c.table))
	return Signature{}, false
}

func (c *checker) checkCall(n *node) bool {
	s, ok := c.lookUpSignature(n)
	if !ok {
		n.kind = nodeBad
		c.checkArguments(n.args)
		return false
	}
	f := builtins[n.name]
	switch {
	case f != nil:
		n.kind, n.fn = nodeOperator, f
		ok = c.checkArgumentCount(n, f.min, f.max)
		return c.checkArguments(n.args) && ok && c.foldConstants(n)
	case n.name == "IF":
		ok = c.checkArgumentCount(n, 4, 4)
		return c.checkAndReduceIf(n) && ok
	case n.name == "DELAY":
		return c.checkDelay(n)
	case s.Kind == KindMeasure:
		n.kind = nodeMeasure
		ok = c.checkArgumentCount(n, s.Min, s.Max)
		return c.takeIntegerArguments(n, 0) && ok
	}
	n.kind = nodeExternal
	ok = c.checkArgumentCount(n, s.Reals+s.Min, s.Reals+s.Max)
	reals := min(s.Reals, len(n.args))
	ok = c.checkArguments(n.args[:reals]) && ok
	return c.takeIntegerArguments(n, reals) && ok
}

// checkArgumentCount reports a wrong number of arguments: too many at those left over, too few
// at the closing parenthesis.
func (c *checker) checkArgumentCount(n *node, least, most int) bool {
	have := len(n.args)
	if least <= have && have <= most {
		return true
	}
	want := fmt.Sprint(least)
	if most > least {
		want = fmt.Sprintf("%d to %d", least, most)
	}
	unit := "arguments"
	if want == "1" {
		unit = "argument"
	}
	pos, end := n.callEnd-1, n.callEnd
	if have > most {
		end = n.args[have-1].end
		if most < have {
			pos = n.args[most].pos
		}
	}
	c.errs.addError(pos, end, fmt.Sprintf("%s takes %s %s, found %d", n.name, want, unit, have), "")
	return false
}

// takeIntegerArguments evaluates the arguments of a measure from number at on, which have to
// be integer constants, and takes them out of n.args.
func (c *checker) takeIntegerArguments(n *node, first int) bool {
	ok := true
	for i, a := range n.args[first:] {
		if !c.checkNode(a) {
			ok = false
			continue
		}
		if a.kind != nodeNumber || a.val != math.Trunc(a.val) || math.Abs(a.val) > math.MaxInt32 {
			c.errs.addError(a.pos, a.end, fmt.Sprintf("argument %d of %s must be an integer constant, found `%s`",
				first+i+1, n.name, c.src[a.pos:a.end]), "")
			ok = false
			continue
		}
		n.ints = append(n.ints, int(a.val))
	}
	n.args = n.args[:first]
	return ok
}

// checkAndReduceIf checks an IF and, if its condition is constant, puts the branch that
// is taken in its place.
func (c *checker) checkAndReduceIf(n *node) bool {
	n.kind = nodeIf
	ok := c.checkArguments(n.args[:min(1, len(n.args))])
	if !ok || len(n.args) != 4 || n.args[0].kind != nodeNumber {
		return c.checkArguments(n.args[min(1, len(n.args)):]) && ok
	}
	taken := 2
	if v := n.args[0].val; v < 0 {
		taken = 1
	} else if v > 0 {
		taken = 3
	}
	for i, a := range n.args[1:] {
		if i+1 != taken {
			c.dead++
		}
		ok = c.checkNode(a) && ok
		if i+1 != taken {
			c.dead--
		}
	}
	pos, end := n.pos, n.end
	*n = *n.args[taken]
	n.pos, n.end = pos, end
	return ok
}

// foldConstants evaluates an operator whose arguments are constants.
func (c *checker) foldConstants(n *node) bool {
	x := make([]float64, len(n.args))
	for i, a := range n.args {
		if a.kind != nodeNumber {
			return true
		}
		x[i] = a.val
	}
	v := evalBuiltin(n.fn, x)
	if (math.IsNaN(v) || math.IsInf(v, 0)) && c.dead == 0 {
		c.errs.addError(n.pos, n.end, domainMessage(n, x, v), "")
		return false
	}
	n.kind, n.val, n.args = nodeNumber, v, nil
	return true
}

// domainMessage says why constants x give v.
func domainMessage(n *node, x []float64, v float64) string {
	if math.IsNaN(v) || n.fn.op == opDiv && x[1] == 0 || n.fn.op == opPow && x[0] == 0 || x[0] == 0 {
		if n.fn.domain != "" {
			return n.fn.domain
		}
		return "a constant expression without a value"
	}
	return "the value of a constant expression is too large"
}
