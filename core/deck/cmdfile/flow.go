package cmdfile

import (
	"strings"
)

// statement is a command or a block of commands.
type statement struct {
	c    *command
	arms []arm // of IF; FOR and WHILE have one
}

// arm is a condition with what is done if it holds; c is nil for ELSE.
type arm struct {
	c    *command
	body []*statement
}

// controlFlowWord returns the word of control flow that a command begins with, "" for none.
func controlFlowWord(c *command) string {
	if len(c.words) == 0 {
		return ""
	}
	w := strings.ToLower(c.words[0].s)
	switch w {
	case "if", "elseif", "else", "end", "for", "while", "break", "continue", "return":
		return w
	}
	return ""
}

// groupIntoBlocks makes blocks of commands.
func (x *interpreter) groupIntoBlocks(list []*command) []*statement {
	b := &blockParser{x: x, list: list}
	out := b.parseBody("")
	for b.i < len(list) {
		x.diags.AddErrorf(list[b.i].keywordSpan(), "E662", "%s without %s", strings.ToUpper(controlFlowWord(list[b.i])), openingWordOf(controlFlowWord(list[b.i])))
		b.i++
		out = append(out, b.parseBody("")...)
	}
	return out
}

func openingWordOf(word string) string {
	if word == "end" {
		return "IF, FOR or WHILE before it"
	}
	return "IF before it"
}

type blockParser struct {
	x     *interpreter
	list  []*command
	i     int
	depth int
}

// parseBody collects statements up to the word that ends their block, which it leaves.
func (b *blockParser) parseBody(in string) []*statement {
	var out []*statement
	for b.i < len(b.list) {
		c := b.list[b.i]
		switch w := controlFlowWord(c); w {
		case "end":
			return out
		case "elseif", "else":
			return out
		case "if", "for", "while":
			out = append(out, b.parseBlock(c, w))
		default:
			b.i++
			out = append(out, &statement{c: c})
		}
	}
	return out
}

func (b *blockParser) parseBlock(c *command, word string) *statement {
	st := &statement{c: c}
	b.i++
	if b.depth++; b.depth > deepest {
		b.x.diags.AddErrorf(c.keywordSpan(), "E662", "blocks are nested too deeply")
		b.i = len(b.list)
		return st
	}
	defer func() { b.depth-- }()
	a := arm{c: c, body: b.parseBody(word)}
	for {
		st.arms = append(st.arms, a)
		if b.i >= len(b.list) {
			b.x.diags.AddErrorf(c.keywordSpan(), "E662", "%s without END", strings.ToUpper(word)).Help = "every IF, FOR and WHILE ends with END"
			return st
		}
		next := b.list[b.i]
		b.i++
		w := controlFlowWord(next)
		if w == "end" {
			return st
		}
		if word != "if" {
			b.x.diags.AddErrorf(next.keywordSpan(), "E662", "%s inside of %s", strings.ToUpper(w), strings.ToUpper(word))
		}
		a = arm{body: b.parseBody(word)}
		if w == "elseif" {
			a.c = next
		}
	}
}

// signal is how a body ended.
type signal uint8

const (
	done signal = iota
	breaks
	continues
	returns
)

// mostCommands bounds the commands that are carried out, so that loops end.
var mostCommands = 500_000

func (x *interpreter) runStatements(list []*statement) signal {
	for _, st := range list {
		if x.stopped {
			return returns
		}
		if sig := x.runStatement(st); sig != done {
			return sig
		}
	}
	return done
}

func (x *interpreter) runStatement(st *statement) signal {
	if x.steps++; x.steps > mostCommands {
		x.stopped = true
		x.diags.AddErrorf(st.c.keywordSpan(), "E663", "more than %d commands were carried out: a loop does not end", mostCommands)
		return returns
	}
	switch controlFlowWord(st.c) {
	case "if":
		return x.runIf(st)
	case "for":
		return x.runFor(st)
	case "while":
		return x.runWhile(st)
	case "break":
		return breaks
	case "continue":
		return continues
	case "return":
		return returns
	}
	x.executeCommand(st.c)
	return done
}

// evaluateCondition evaluates the condition of IF or WHILE.
func (x *interpreter) evaluateCondition(c *command, body []*statement) (holds, ok bool) {
	k := x.bindParameters(c, conditionSpec, 1)
	v := k.param("condition")
	if v == nil || len(v.values) != 1 {
		x.diags.AddErrorf(c.keywordSpan(), "E659", "%s: condition=(expression) is missing", strings.ToUpper(c.words[0].s))
		return false, false
	}
	s := x.newEvaluator()
	holds, err := catchFailure(func() bool { return s.isTrue(s.contentOfVariable(s.evaluateValue(&v.values[0]))) })
	if err == nil {
		return holds, true
	}
	if x.isDisplayOnly(body) {
		x.display.countOccurrence("commands of the user interface under a condition", c.keywordSpan())
		return false, true
	}
	x.diags.AddErrorf(v.values[0].at, "E657", "%s: %v", strings.ToUpper(c.words[0].s), err)
	return false, false
}

func (x *interpreter) runIf(st *statement) signal {
	var all []*statement
	for _, a := range st.arms {
		all = append(all, a.body...)
	}
	for _, a := range st.arms {
		if a.c != nil {
			holds, ok := x.evaluateCondition(a.c, all)
			if !ok {
				return done
			}
			if !holds {
				continue
			}
		}
		return x.runStatements(a.body)
	}
	return done
}

func (x *interpreter) runWhile(st *statement) signal {
	for !x.stopped {
		if x.steps++; x.steps > mostCommands {
			x.stopped = true
			x.diags.AddErrorf(st.c.keywordSpan(), "E663", "more than %d commands were carried out: a loop does not end", mostCommands)
			return returns
		}
		holds, ok := x.evaluateCondition(st.c, st.arms[0].body)
		if !ok || !holds {
			return done
		}
		switch x.runStatements(st.arms[0].body) {
		case breaks:
			return done
		case returns:
			return returns
		}
	}
	return returns
}

// runFor repeats its body for numbers or objects. The variable exists while the loop runs.
func (x *interpreter) runFor(st *statement) signal {
	k := x.bindParameters(st.c, forSpec, 1)
	name, ok := k.evaluateText("variable_name")
	if !ok {
		k.reportMissing("variable_name")
		return done
	}
	values, attrName, ok := k.loopValues()
	if !ok {
		return done
	}
	parent, own := x.parentFor(name, variableClass)
	if parent == nil {
		k.addErrorf(k.param("variable_name").at, "E658", "there is no object that %s could be in", shortenForMessage(name))
		return done
	}
	o, _ := x.db.addObject(parent, own, variableClass, st.c.keywordSpan())
	x.loops[o]++
	defer func() {
		if x.loops[o]--; x.loops[o] == 0 {
			delete(x.loops, o)
			x.db.removeObject(o)
		}
	}()
	for _, v := range values {
		x.db.age++
		o.attrs = map[string]*attr{attrName: {at: st.c.keywordSpan(), items: []item{constantItem(v)}}}
		switch x.runStatements(st.arms[0].body) {
		case breaks:
			return done
		case returns:
			return returns
		}
	}
	return done
}

// constantItem is a value that is known.
func constantItem(d datum) item {
	if d.kind == textDatum {
		return item{text: d.text, form: quoted}
	}
	return item{node: &node{op: "known", known: &d}}
}

// loopValues returns the values of the variable of FOR.
func (k *commandCall) loopValues() (values []datum, attrName string, ok bool) {
	if k.param("object_names") != nil {
		values, ok = k.loopObjects()
		return values, "object_value", ok
	}
	v := [3]float64{2: 1}
	for i, name := range []string{"start_value", "end_value", "increment_value"} {
		if k.param(name) == nil && i == 2 {
			continue
		}
		if k.param(name) == nil {
			k.reportMissing(name)
			return nil, "", false
		}
		if v[i], ok = k.evaluateNumber(name); !ok {
			return nil, "", false
		}
	}
	n := (v[1] - v[0]) / v[2]
	if v[2] == 0 || n > float64(mostCommands) {
		k.addErrorf(k.c.keywordSpan(), "E663", "the loop from %s to %s by %s does not end", formatNumber(v[0]), formatNumber(v[1]), formatNumber(v[2]))
		return nil, "", false
	}
	for i := 0; float64(i) <= n+1e-9; i++ {
		values = append(values, newNumberDatum(v[0]+float64(i)*v[2]))
	}
	return values, "real_value", true
}

// loopObjects returns the objects that FOR names, of the type that it asks for.
func (k *commandCall) loopObjects() (values []datum, ok bool) {
	list, ok := k.evaluateData("object_names")
	filter, _ := k.evaluateText("type")
	if filter == "" {
		filter, _ = k.evaluateText("type_filter")
	}
	for _, d := range list {
		if o := k.x.newEvaluator().findObject(d); o != nil && (filter == "" || isOfType(o, filter)) {
			values = append(values, newObjectDatum(o))
		}
	}
	return values, ok
}

// isDisplayOnly reports whether statements have no effect on the model.
func (x *interpreter) isDisplayOnly(list []*statement) bool {
	for _, st := range list {
		for _, a := range st.arms {
			if !x.isDisplayOnly(a.body) {
				return false
			}
		}
		if len(st.arms) > 0 || controlFlowWord(st.c) != "" {
			continue
		}
		sp, _, _ := x.findCommand(st.c)
		if sp == nil || !sp.idle && sp.family != "variable" {
			return false
		}
	}
	return true
}
