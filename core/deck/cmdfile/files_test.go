package cmdfile

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
)

// foreign is the folder of command files that others have written, which are not part of the repository.
const foreign = "TRAMMEL_COMMAND_FILES"

// TestForeignFiles counts the commands that are understood in a folder of files, and compares the numbers that Adams View has written
// with those of the expressions that it writes behind them.
func TestForeignFiles(t *testing.T) {
	folder := os.Getenv(foreign)
	if folder == "" {
		t.Skip(foreign + " names no folder")
	}
	all, understood := 0, 0
	unknown := map[string]int{}
	c := &comparison{}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.EqualFold(filepath.Ext(path), ".cmd") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		x := newInterpreter(filepath.Dir(path), element.Table())
		src := &deck.Source{Name: path, Text: text}
		x.rec.AddFileAsUTF8(src)
		list, _ := x.parseAll(src, deck.Span{Src: src, End: len(src.Text)}.Text(), nil)
		for _, st := range x.groupIntoBlocks(list) {
			check := c.before(x, st.c)
			x.runStatement(st)
			check()
		}
		c.masses(x)
		all += x.commands
		understood += x.understood
		for n, k := range x.unknown {
			unknown[n] += k
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d commands understood (%.2f %%)", understood, all, 100*float64(understood)/float64(max(1, all)))
	var names []string
	for n := range unknown {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool { return unknown[names[i]] > unknown[names[j]] })
	for _, n := range names[:min(40, len(names))] {
		t.Logf("%6d %s", unknown[n], n)
	}
	c.report(t)
	if float64(understood) < 0.95*float64(all) {
		t.Errorf("fewer than 95 %% of the commands are understood")
	}
}

// comparison compares what was a number with the expression that takes its place.
type comparison struct {
	same, other map[string]int
	examples    []string
}

func (c *comparison) count(what string, same bool, format string, args ...any) {
	if c.same == nil {
		c.same, c.other = map[string]int{}, map[string]int{}
	}
	if same {
		c.same[what]++
		return
	}
	if c.other[what]++; c.other[what] <= 12 {
		c.examples = append(c.examples, what+": "+fmt.Sprintf(format, args...))
	}
}

func (c *comparison) report(t *testing.T) {
	for what := range c.same {
		t.Logf("%s: %d the same, %d others", what, c.same[what], c.other[what])
	}
	for what := range c.other {
		if c.same[what] == 0 {
			t.Logf("%s: none the same, %d others", what, c.other[what])
		}
	}
	for _, e := range c.examples {
		t.Log(e)
	}
}

// before notes the values that a command may change, and returns what compares them.
func (c *comparison) before(x *interpreter, cmd *command) func() {
	sp, _, _ := x.findCommand(cmd)
	nothing := func() {}
	if sp == nil || !strings.Contains(sp.path, " modify") {
		return nothing
	}
	k := &commandCall{x: x, c: cmd, spec: sp, params: map[string]*param{}}
	for i := range cmd.params {
		if full, fit := expandParameterName(cmd.params[i].name, sp.params); len(fit) == 0 && len(cmd.params[i].values) > 0 {
			k.params[full] = &cmd.params[i]
		}
	}
	n := len(x.diags.List)
	defer func() { x.diags.List = x.diags.List[:n] }()
	switch sp.path {
	case "marker modify":
		if o := k.findObject("marker_name"); o != nil {
			return c.beforeMarker(x, k, o)
		}
	case "variable modify":
		if o := k.findObject("variable_name"); o != nil && o.findAttribute("real_value") != nil {
			content := func() datum { return x.newEvaluator().contentOfVariable(newObjectDatum(o)) }
			old, err := catchFailure(content)
			return func() {
				now, err2 := catchFailure(content)
				if err == nil && err2 == nil && old.kind == numberDatum && now.kind == numberDatum {
					c.count("variable", math.Abs(now.num-old.num) < 1e-7*(1+math.Abs(old.num)), "%s: %v, now %v", o.fullName(), old.num, now.num)
				}
			}
		}
	}
	return nothing
}

// beforeMarker notes where a marker is before its place becomes an expression.
func (c *comparison) beforeMarker(x *interpreter, k *commandCall, o *object) func() {
	place := func() pose { return x.poseOf(o) }
	old, err := catchFailure(place)
	function := func(param string) string {
		p := k.param(param)
		if p == nil {
			return ""
		}
		name, _, _ := strings.Cut(p.values[0].text, "(")
		if i := strings.LastIndex(p.values[0].text, `"`); i > 3 {
			name += p.values[0].text[i-2 : i+1]
		}
		return param + " " + name
	}
	return func() {
		now, err2 := catchFailure(place)
		if err != nil || err2 != nil {
			return
		}
		if f := function("location"); f != "" {
			c.count(f, now.at.minus(old.at).norm() < 1e-6*(1+old.at.norm()), "%s: %v, now %v", o.fullName(), old.at, now.at)
		}
		if f := function("orientation"); f != "" {
			d := 0.0
			for j := range old.axes {
				d += old.axes[j].minus(now.axes[j]).norm()
			}
			c.count(f, d < 1e-6, "%s: %v, now %v", o.fullName(), angles313(old.axes), angles313(now.axes))
		}
	}
}

// masses compares the centres of mass that follow from shapes with the markers that Adams View has put there.
func (c *comparison) masses(x *interpreter) {
	n := len(x.diags.List)
	defer func() { x.diags.List = x.diags.List[:n] }()
	for _, o := range x.db.root.descendantsByAge() {
		m := x.db.findChild(o, "cm")
		if o.class != partClass || o.findAttribute("mass") != nil || o.findAttribute("material_type") == nil && o.findAttribute("density") == nil || m == nil {
			continue
		}
		var list []solid
		names := ""
		for _, g := range o.order {
			if g.class != geometryClass || g.gone || g.off || g.parent != o {
				continue
			}
			has := false
			s, err := catchFailure(func() (s solid) {
				s, has = (&statementEmitter{x: x, o: g}).shapeSolid()
				return s
			})
			if err != nil {
				list = nil
				break
			}
			if has {
				list = append(list, s)
				names += g.kind.lastKeyword() + " "
			}
		}
		p, err := catchFailure(func() pose { return x.poseOf(m) })
		if len(list) == 0 || err != nil {
			continue
		}
		u := addSolids(list)
		size := math.Cbrt(u.volume)
		c.count("centre of mass of "+names, u.center.minus(p.at).norm() < 1e-4*size, "%s: %v, now %v", o.fullName(), p.at, u.center)
	}
}
