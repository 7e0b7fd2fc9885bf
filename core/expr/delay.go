package expr

// DELAY(e, τ, h) is the value that e had at the time t - τ, and h at that time where it is
// before the start. It is no function of what is now: the caller keeps the history of e. A
// program has a measure for it, DELAY(k), whose argument is the place in Program.Delays.

// Delay is one DELAY of a program. Its parts are programs of the same source.
type Delay struct {
	Signal, Lag *Program
	History     *Program // depends on TIME and MODE only
	Array       int      // id of the array of settings of Adams; 0 is none
	Pos, End    int      // byte range in the source
}

// checkDelay checks a DELAY. One whose lag is a constant that is not positive is its
// signal: negative lags count as zero.
func (c *checker) checkDelay(n *node) bool {
	ok := c.checkArgumentCount(n, 3, 4)
	if !ok {
		return c.checkArguments(n.args) && false
	}
	ok = c.checkArguments(n.args[:3])
	if ok = c.takeIntegerArguments(n, 3) && ok; !ok {
		return false
	}
	if m := findStateDependentNode(n.args[2]); m != nil {
		c.errs.addError(m.pos, m.end, "the history of DELAY, its third argument, may depend on TIME only", "")
		return false
	}
	if lag := n.args[1]; lag.kind == nodeNumber && lag.val <= 0 {
		pos, end := n.pos, n.end
		*n = *n.args[0]
		n.pos, n.end = pos, end
		return true
	}
	n.kind = nodeDelay
	return true
}

// findStateDependentNode returns a part of a checked tree that depends on more than TIME, or nil.
func findStateDependentNode(n *node) *node {
	if n.kind == nodeMeasure || n.kind == nodeDelay {
		return n
	}
	for _, a := range n.args {
		if m := findStateDependentNode(a); m != nil {
			return m
		}
	}
	return nil
}

func (e *emitter) emitDelay(n *node) int32 {
	d := Delay{Pos: n.namePos, End: n.callEnd}
	for i, p := range [...]**Program{&d.Signal, &d.Lag, &d.History} {
		*p = compileTree(e.p.Source, n.args[i])
	}
	if len(n.ints) > 0 {
		d.Array = n.ints[0]
	}
	k := len(e.p.Delays)
	e.p.Delays = append(e.p.Delays, d)
	return e.emitMeasure(&node{name: "DELAY", ints: []int{k}, namePos: d.Pos, callEnd: d.End})
}
